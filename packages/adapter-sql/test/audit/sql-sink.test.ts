import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AuditSink } from '@sovereign/capabilities';
import { sinkConformance } from '@sovereign/capabilities/testing';
import { afterAll, describe, it } from 'vitest';
import { openSqlite } from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'sovereign-sql-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const fileOf = new Map<AuditSink, string>();

const cases = sinkConformance({
  async open() {
    const file = join(folder, `${(files += 1)}.db`);
    const stores = await openSqlite({ file });
    const sink: AuditSink = { ...stores.sink, close: () => stores.close() };
    fileOf.set(sink, file);
    return sink;
  },
  stored(sink) {
    const db = new DatabaseSync(fileOf.get(sink) ?? '');
    const rows = db.prepare('SELECT * FROM sovereign_audit').all();
    db.close();
    return JSON.stringify(rows).replaceAll('\\"', '"');
  },
  breakWrites(sink) {
    const db = new DatabaseSync(fileOf.get(sink) ?? '');
    db.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON sovereign_audit BEGIN SELECT raise(ABORT, 'disk'); END",
    );
    db.close();
  },
});

describe('the audit on SQLite', () => {
  for (const { title, run } of cases) it(title, run);
});
