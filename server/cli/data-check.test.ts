import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { sourceScenario, tempDir, writeFiles } from '../dataset/testing/packs.ts';
import type { CheckReport } from './check-report.ts';
import { runDataCheck, type DataCheckArgs } from './data-check.ts';

const PYTHON = resolve(import.meta.dirname, '../../.venv/bin/python');

const APP = `import os

from fastapi import FastAPI, HTTPException
from pydantic import BaseModel
from sqlalchemy import String, create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String)


class UserOut(BaseModel):
    id: int
    name: str


engine = create_engine(os.environ.get("DATABASE_PATH", "sqlite:///x.db"))
Base.metadata.create_all(engine)
app = FastAPI()
CACHE: dict[int, str] = {}


@app.get("/users/{user_id}", operation_id="get_user", response_model=UserOut)
def get_user(user_id: int) -> UserOut:
    with Session(engine) as session:
        user = session.get(User, user_id)
        if user is None:
            raise HTTPException(404, "no such user")
        CACHE[user_id] = user.name
        return UserOut(id=user.id, name=user.name)


@app.get("/users/all", operation_id="list_users", response_model=list[UserOut])
def list_users() -> list[UserOut]:
    with Session(engine) as session:
        return [UserOut(id=user.id, name=user.name) for user in session.scalars(select(User))]


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host="127.0.0.1", port=int(os.environ.get("PORT", "8000")))
`;

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(args: Omit<DataCheckArgs, 'python'>, signal = new AbortController().signal): Promise<Run> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runDataCheck({ ...args, python: PYTHON }, { stdout, stderr }, signal);
  const text = (stream: PassThrough): string => String(stream.read() ?? '');
  return { code, out: text(stdout), err: text(stderr) };
}

describe.skipIf(!existsSync(PYTHON))('studio data check (skipped where .venv has no Python)', () => {
  it('finds what is wrong with a scenario, and prints and writes it', async () => {
    await using dir = await tempDir();
    await writeFiles(join(dir.path, 'pack'), {
      ...sourceScenario('flawed'),
      'flawed/app.py': APP,
      'flawed/seed.sql': "INSERT INTO users VALUES (1, 'Ada');\nINSERT INTO nowhere VALUES (1);\n",
      'flawed/tasks/0/verify_code.py':
        'def verify_task_completion(initial_db_path, final_db_path, final_answer=None):\n    return {"result": "complete"}\n',
      'flawed/tasks/1/task.json': '{"task": "Second"}',
      'flawed/tasks/1/verify_code.py':
        'def verify_task_completion(initial_db_path, final_db_path, final_answer=None):\n    return {}["x"]\n',
      ...sourceScenario('broken'),
      'broken/app.py': 'import nothing_that_exists\n',
      'unread/scenario.json': '{',
    });
    const json = join(dir.path, 'report.json');
    const packs = [{ path: join(dir.path, 'pack'), trusted: true }];
    const cacheDir = join(dir.path, 'cache');
    const { code, out, err } = await run({ packs, cacheDir, scenarios: [], json });
    expect(code).toBe(1);
    const report = JSON.parse(await readFile(json, 'utf8')) as CheckReport;
    const codesOf = (key: string): string[] =>
      report.scenarios.find((check) => check.key === key)?.findings.map((finding) => finding.code) ?? [];
    expect(new Set(codesOf('flawed'))).toEqual(
      new Set(['seed_error', 'shadowed_route', 'mutable_state', 'trivial_verifier', 'verifier_failed']),
    );
    expect(codesOf('broken')).toEqual(['import_failed']);
    expect(report.totals).toMatchObject({
      scenarios: 2,
      problems: 1,
      findings: { import_failed: 1, trivial_verifier: 1 },
    });
    expect(out).toMatch(/^scenario +tools +tasks +import +seed/);
    expect(out).toContain('nothing_that_exists');
    expect(out).toContain('unread/scenario.json');
    expect(err).toContain('2 of 2');
  });

  it('says what cannot be chosen, and stops when told', async () => {
    await using dir = await tempDir();
    await writeFiles(join(dir.path, 'pack'), sourceScenario('one'));
    const packs = [{ path: join(dir.path, 'pack'), trusted: true }];
    const args = { packs, cacheDir: join(dir.path, 'cache'), json: undefined };
    const unknown = await run({ ...args, scenarios: ['two'] });
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("no scenario 'two'") as string });
    const missing = await run({
      ...args,
      packs: [{ path: join(dir.path, 'none'), trusted: true }],
      scenarios: [],
    });
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('does not exist') as string });
    const stopped = await run({ ...args, scenarios: [] }, AbortSignal.abort());
    expect(stopped.code).toBe(130);
  });
});
