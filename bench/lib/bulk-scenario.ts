import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const BULK_SCENARIO = 'bulk_ledger';
export const BULK_ROWS = 50_000;

const APP = `import os

from fastapi import FastAPI
from sqlalchemy import create_engine, text
from sqlalchemy.orm import DeclarativeBase

DATABASE_URL = os.getenv("DATABASE_PATH", "sqlite:///bulk_ledger.db")
engine = create_engine(DATABASE_URL, connect_args={"check_same_thread": False})


class Base(DeclarativeBase):
    pass


app = FastAPI(title="Bulk ledger")


@app.post("/entries/note", operation_id="note_all", summary="Writes a note into every entry")
def note_all(note: str) -> dict[str, int]:
    with engine.begin() as connection:
        return {"changed": connection.execute(text("UPDATE entries SET note = :note"), {"note": note}).rowcount}


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000")))
`;

const SCHEMA = `CREATE TABLE entries (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  cents INTEGER NOT NULL,
  note TEXT
);
`;

const SEED =
  'INSERT INTO entries (id, name, cents) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n ' +
  `WHERE i < ${BULK_ROWS}) SELECT i, 'Entry ' || i, i * 5 FROM n;\n`;

/** Writes a source pack with one scenario, whose only tool, `note_all`, changes all of its 50,000 rows. */
export async function writeBulkPack(dir: string): Promise<void> {
  const folder = join(dir, BULK_SCENARIO);
  await mkdir(join(folder, 'tasks', '0'), { recursive: true });
  const description = 'A ledger of which one call changes every entry.';
  const files = {
    'scenario.json': JSON.stringify({ name: BULK_SCENARIO, description, category: 'bench' }),
    'app.py': APP,
    'schema.sql': SCHEMA,
    'seed.sql': SEED,
    'tasks/0/task.json': JSON.stringify({ task: 'Write a note into every entry.', answer_counts: false }),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}
