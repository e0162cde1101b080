import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configuredSchedulers, setMasterConfigFile } from '@orrery/control-plane';
import { startTestControlPlane, type TestControlPlane } from '@orrery/testing';

describe('the file of a master configuration', () => {
  let control: TestControlPlane;
  let folder: string;
  beforeAll(async () => {
    control = await startTestControlPlane();
    folder = mkdtempSync(join(tmpdir(), 'orrery-master-config-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await control.stop();
  });
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const naming = (scheduler: string): string =>
    write('master-config.yaml', `kubernetesMasterConfig: { schedulerConfigFile: ${scheduler} }`);

  it('gives the scheduler the file beside it', async () => {
    write(
      'scheduler.json',
      '{ "kind": "Policy", "apiVersion": "v1", "predicates": [{ "name": "HostName" }], "priorities": [] }',
    );
    const runtime = await control.startCluster();
    await setMasterConfigFile(runtime, naming('scheduler.json'));
    const [main] = configuredSchedulers(runtime.settings, runtime.plugins).ok!;
    expect(main!.settings.document).toMatchObject({ kind: 'Policy', predicates: [{ name: 'HostName' }] });
  });

  it.each([
    ['is not there', 'nowhere.json', 'kubernetesMasterConfig.schedulerConfigFile: nowhere.json cannot be read: ENOENT'],
    [
      'cannot be used',
      'wrong.json',
      'kubernetesMasterConfig.schedulerConfigFile.predicates[0].name: Invalid configuration',
    ],
  ])('is refused when the file of the scheduler %s', async (_name, scheduler, message) => {
    write('wrong.json', '{ "kind": "Policy", "apiVersion": "v1", "predicates": [{ "name": "Nothing" }] }');
    const runtime = await control.startCluster();
    await expect(setMasterConfigFile(runtime, naming(scheduler))).rejects.toThrow(message);
    expect(runtime.settings).toEqual({});
  });
});
