import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A scenario with one table and tools that misbehave on demand, written as a source pack. */

const APP = `import os
import signal
import time
from datetime import datetime

from fastapi import FastAPI, HTTPException
from pydantic import BaseModel
from sqlalchemy import Column, Integer, String, create_engine
from sqlalchemy.orm import declarative_base, sessionmaker

engine = create_engine(os.getenv("DATABASE_PATH", "sqlite:///tiny.db"), connect_args={"check_same_thread": False})
SessionLocal = sessionmaker(bind=engine)
Base = declarative_base()
app = FastAPI(title="Tiny")


class Item(Base):
    __tablename__ = "items"
    id = Column(Integer, primary_key=True)
    name = Column(String, nullable=False)
    created_at = Column(String)


class ItemIn(BaseModel):
    name: str


@app.get("/items", operation_id="list_items", summary="List items")
def list_items():
    with SessionLocal() as session:
        return [{"id": i.id, "name": i.name} for i in session.query(Item).order_by(Item.id)]


@app.post("/items", operation_id="add_item", summary="Add an item")
def add_item(body: ItemIn):
    with SessionLocal() as session:
        item = Item(name=body.name, created_at=datetime.utcnow().isoformat())
        session.add(item)
        session.commit()
        return {"id": item.id, "name": item.name, "created_at": item.created_at}


@app.get("/items/{item_id}", operation_id="get_item", summary="Get an item")
def get_item(item_id: int):
    with SessionLocal() as session:
        item = session.get(Item, item_id)
        if item is None:
            raise HTTPException(status_code=404, detail="Item not found")
        return {"id": item.id, "name": item.name}


@app.post("/sleep", operation_id="sleep", summary="Sleep")
def sleep(seconds: float):
    time.sleep(seconds)
    return {"slept": seconds}


@app.post("/spin", operation_id="spin", summary="Spin for ever")
def spin():
    while True:
        pass


@app.post("/add-then-spin", operation_id="add_then_spin", summary="Add an item, begin another, spin")
def add_then_spin():
    session = SessionLocal()
    session.add(Item(name="committed"))
    session.commit()
    session.add(Item(name="not committed"))
    session.flush()
    while True:
        pass


@app.post("/die", operation_id="die", summary="Kill the process")
def die():
    os.kill(os.getpid(), signal.SIGKILL)


@app.post("/fail", operation_id="fail", summary="Raise")
def fail():
    raise RuntimeError("on purpose")


@app.get("/big", operation_id="big", summary="A result of so many times a text")
def big(size: int, text: str = "x"):
    return {"text": text * size}


@app.post("/echo", operation_id="echo", summary="What came, as it came")
def echo(body: dict):
    return body


@app.post("/fill", operation_id="fill", summary="Add items that no compression makes smaller")
def fill(count: int):
    with SessionLocal() as session:
        session.add_all(Item(name=os.urandom(2000).hex()) for _ in range(count))
        session.commit()
        return {"items": session.query(Item).count()}


@app.get("/pid", operation_id="pid", summary="The process")
def pid():
    return {"pid": os.getpid()}


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host="127.0.0.1", port=8000)
`;

const VERIFIERS: readonly string[] = [
  `def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    import sqlite3

    rows = sqlite3.connect(f"file:{final_db_path}?mode=ro", uri=True).execute("SELECT name FROM items").fetchall()
    return {"result": "complete" if ("wanted",) in rows else "others", "rows": len(rows)}
`,
  `def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    while True:
        pass
`,
  `def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    return {"result": "complete", "size": len(bytearray(2 * 1024**3))}
`,
  `def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    import socket
    socket.create_connection(("127.0.0.1", 80))
    return {"result": "complete"}
`,
];

const SQL_VERIFIER = `def verify_task(initial_db_path: str, final_db_path: str) -> dict:
    import sqlite3

    count = lambda path: sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute("SELECT count(*) FROM items").fetchone()[0]
    return {"items_before": count(initial_db_path), "items_after": count(final_db_path)}
`;

export interface TinyPack extends AsyncDisposable {
  readonly dir: string;
  readonly key: string;
}

/** Writes the scenario to `<pack>/<name>`; the tasks' verifiers are: an item named wanted, a loop, 2 GB, a socket. */
export async function writeTinyScenario(
  pack: string,
  name = 'tiny',
  edit: (app: string) => string = (app) => app,
): Promise<void> {
  const dir = join(pack, name);
  await mkdir(dir, { recursive: true });
  await writeFile(
    join(dir, 'scenario.json'),
    JSON.stringify({ name, description: 'One table', category: 'test' }),
  );
  await writeFile(join(dir, 'app.py'), edit(APP));
  await writeFile(
    join(dir, 'schema.sql'),
    'CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT NOT NULL, created_at TEXT);\n',
  );
  await writeFile(join(dir, 'seed.sql'), "INSERT INTO items (id, name) VALUES (1, 'first');\n");
  for (const [i, code] of VERIFIERS.entries()) {
    const task = join(dir, 'tasks', String(i));
    await mkdir(task, { recursive: true });
    const sql = {
      reasoning: 'counts',
      success_criteria: 'items_after exceeds items_before',
      failure_criteria: 'equal',
      fields: ['items_after'],
    };
    await writeFile(
      join(task, 'task.json'),
      JSON.stringify({ task: `Task ${String(i)}`, sql, answer_counts: false }),
    );
    await writeFile(join(task, 'verify_code.py'), code);
    await writeFile(join(task, 'verify_sql.py'), SQL_VERIFIER);
    await writeFile(
      join(task, 'gold.json'),
      JSON.stringify({ gold: { calls: [], final_answer: null }, near_misses: [] }),
    );
  }
}

/** Writes the pack to a folder of its own; `edit` changes the app's source first. */
export async function createTinyPack(edit?: (app: string) => string): Promise<TinyPack> {
  const dir = await mkdtemp(join(tmpdir(), 'awm-tiny-'));
  await writeTinyScenario(dir, 'tiny', edit);
  return { dir, key: 'tiny', [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}
