import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDatabase, type FreshDatabase } from '@orrery/test-services';
import { applyMigrations } from './migrations';

const FOLDER = join(__dirname, '../../../../prisma/functions');
const files = readdirSync(FOLDER).sort();

const DEFINITIONS = `SELECT proname AS name, pg_get_functiondef(oid) AS text FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'orrery%' ORDER BY proname, oid`;

let database: FreshDatabase;
let client: Client;

beforeAll(async () => {
  database = await createDatabase();
  await applyMigrations(database.url);
  client = new Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Definition {
  readonly name: string;
  readonly text: string;
}

const definitions = async (): Promise<Definition[]> => (await client.query<Definition>(DEFINITIONS)).rows;

it('has a file for each function that the migrations add up to', async () => {
  const names = (await definitions()).map(({ name }) => `${name}.sql`);
  expect(files).toEqual(names);
});

it('has the text of each function as the migrations leave it; a change of a file is a new migration with its text', async () => {
  const migrated = await definitions();
  for (const file of files) await client.query(readFileSync(join(FOLDER, file), 'utf8'));
  expect(await definitions()).toEqual(migrated);
});
