import type { ScenarioSource } from '../../dataset/types.ts';
import { toSource } from './sample.ts';

const HEAD = `
import os, sys, time, threading, sqlite3
from fastapi import FastAPI, HTTPException, Query
from pydantic import BaseModel, Field
from sqlalchemy import create_engine, event, Column, Integer, String
from sqlalchemy.orm import declarative_base, sessionmaker

engine = create_engine("sqlite:///notes.db")
SessionLocal = sessionmaker(bind=engine)
Base = declarative_base()
app = FastAPI(title="Notes")

class Note(Base):
    __tablename__ = "notes"
    id = Column(Integer, primary_key=True)
    text = Column(String, nullable=False)

class Tag(Base):
    __tablename__ = "tags"
    id = Column(Integer, primary_key=True)

class NewNote(BaseModel):
    text: str = Field(..., description="What it says")

Base.metadata.create_all(engine)

@app.get("/notes", operation_id="list_notes")
def list_notes():
    with SessionLocal() as session:
        return [{"id": note.id, "text": note.text} for note in session.query(Note).order_by(Note.id)]

@app.post("/notes", operation_id="add_note")
async def add_note(note: NewNote):
    session = SessionLocal()
    row = Note(text=note.text)
    session.add(row)
    session.commit()
    answer = {"id": row.id, "text": row.text}
    session.close()
    return answer

@app.get("/notes/{note_id}", operation_id="get_note")
def get_note(note_id: int):
    with SessionLocal() as session:
        note = session.get(Note, note_id)
        if note is None:
            raise HTTPException(status_code=404, detail="Note not found")
        return {"id": note.id, "text": note.text}
`;

const TAIL = `
if __name__ == "__main__":
    import uvicorn
    uvicorn.run(app, host="127.0.0.1", port=8000)
`;

const TABLES = [
  { name: 'notes', ddl: 'CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL);', indexes: [] },
];
const SEED = [
  {
    tableName: 'notes',
    insertStatements: [
      "INSERT INTO notes (id, text) VALUES (1, 'first')",
      'INSERT INTO missing VALUES (1)',
      "INSERT INTO notes (id, text) VALUES (2, 'größe')",
    ],
  },
];

let made = 0;

/** A small scenario with three well-behaved tools and whatever `more` adds to the module. */
export function notesApp(more = '', key = `notes_${String(++made)}`): ScenarioSource {
  return toSource(key, HEAD + more + TAIL, TABLES, SEED);
}

/** A tool `run` without arguments whose body is `body` (indented by four). */
export function toolApp(body: string, decorated = ''): ScenarioSource {
  const lines = body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
  return notesApp(`\n${decorated}\n@app.post("/run", operation_id="run")\ndef run():\n${lines}\n`);
}
