import { helpText, isUsageError, readOptions } from './options';
import { filesOfServer } from './server-files';

async function main(): Promise<void> {
  const startedAtMs = Date.now() - process.uptime() * 1000;
  const settings = readOptions(process.argv.slice(2), process.env);
  if (settings === 'help') {
    process.stdout.write(helpText());
    return;
  }
  const files = filesOfServer(settings);
  // Loaded meanwhile, which takes about as long.
  const { runServer } = await import('./run-server');
  await runServer(settings, { files, startedAtMs });
}

main().catch((error: unknown) => {
  const isUsage = isUsageError(error);
  const message = error instanceof Error ? error.message : String(error);
  // The command line, which has started this program with a channel, has its own words for where help is.
  const hint = isUsage && process.send === undefined ? 'npm start -- --help lists the options.\n' : '';
  process.stderr.write(`${message}\n${hint}`);
  if (!isUsage && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  process.exit(isUsage ? 2 : 1);
});
