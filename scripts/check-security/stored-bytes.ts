import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import pg from 'pg';

/** @returns every value of every table as bytes, each column named */
export async function dumpDatabase(databaseUrl: string): Promise<Buffer> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const parts: Buffer[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<Record<string, unknown>>(`select * from ${name}`);
      for (const row of rows) {
        for (const [column, value] of Object.entries(row)) {
          parts.push(Buffer.from(`\n${name}.${column} `), bytesOf(value));
        }
      }
    }
    return Buffer.concat(parts);
  } finally {
    await client.end();
  }
}

/** Files below a folder, in overlapping pieces, so that nothing is hidden at a boundary. */
export async function* readFiles(
  folder: string,
  leaveOut: (path: string) => boolean,
): AsyncGenerator<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || leaveOut(relative(folder, path))) continue;
    yield* overlapping(createReadStream(path, { highWaterMark: 4 * 1024 * 1024 }));
  }
}

/** Longer than any secret in any form. */
export const OVERLAP = 512;

async function* overlapping(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let last = Buffer.alloc(0);
  try {
    for await (const piece of pieces) {
      const joined = Buffer.concat([last, piece]);
      yield joined;
      last = joined.subarray(-OVERLAP);
    }
  } catch (cause) {
    // A database removes files while it runs.
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
}

function bytesOf(value: unknown): Buffer {
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Date) return Buffer.from(value.toISOString());
  return Buffer.from(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
