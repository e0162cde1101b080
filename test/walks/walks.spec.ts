import { clientBinary } from '@orrery/test-services';
import { describeWithRedis } from '@orrery/test-services';
import { outOfResources } from './1-out-of-resources';
import { taints } from './2-taints';
import { scheduling } from './3-scheduling';
import { priority } from './4-priority';
import { allocatable } from './5-allocatable';
import { startByNpmStart, startProcesses, type WalkServer } from './servers';
import { Walk, type Document } from './walk';

const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

const DOCUMENTS = [outOfResources, taints, scheduling, priority, allocatable];
/** In a full run one walk represents all of them on separate processes; `npm run test:walks` takes all. */
const ON_PROCESSES = process.env['ORRERY_WALKS'] === 'all' ? DOCUMENTS : [allocatable];

function walksOn(start: () => Promise<WalkServer>, documents: readonly Document[]): void {
  let server: WalkServer | undefined;
  beforeAll(async () => {
    if (binary !== undefined) server = await start();
  });
  afterAll(() => server?.stop());

  story.each(documents.map((document) => [document.title, document] as const))('%s', async (_title, document) => {
    const walk = await Walk.begin(server!.url, binary!, document.setting);
    try {
      await document.run(walk);
    } finally {
      await walk.end();
    }
  });
}

describe('the documents, step by step, on npm start', () => walksOn(startByNpmStart, DOCUMENTS));
describeWithRedis('on separate processes', () => walksOn(startProcesses, ON_PROCESSES));
