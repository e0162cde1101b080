import 'reflect-metadata';
import { createLogger, stopOnSignal } from '@orrery/service';
import { helpText, readOptions, UsageError } from './options';
import { startStandalone } from './standalone';
import { welcomeBox } from './welcome';

async function main(): Promise<void> {
  const startedAtMs = Date.now() - process.uptime() * 1000;
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') {
    process.stdout.write(helpText());
    return;
  }
  const standalone = await startStandalone(options);
  stopOnSignal(() => standalone.stop(), createLogger('standalone', options.logLevel));
  process.stdout.write(welcomeBox({ ...standalone.welcome, readyAfterMs: Date.now() - startedAtMs }));
}

main().catch((error: unknown) => {
  const isUsage = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n${isUsage ? 'npm start -- --help lists the options.\n' : ''}`);
  if (!isUsage && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  process.exit(isUsage ? 2 : 1);
});
