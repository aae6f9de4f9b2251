import { describe, expect, it } from 'vitest';
import { readSchema, readSeed } from './read-sql.ts';
import { splitSql } from './split-sql.ts';

function texts(script: string): string[] {
  return splitSql(script).statements.map((statement) => statement.text);
}

describe('splitSql', () => {
  it('leaves ; in quotes and comments alone', () => {
    const script = `INSERT INTO t VALUES ('a;b', "c;d", \`e;f\`, [g;h]); -- one; two
      /* three; */ INSERT INTO t VALUES ('it''s; fine' /* ; */); `;
    expect(texts(script)).toEqual([
      `INSERT INTO t VALUES ('a;b', "c;d", \`e;f\`, [g;h]);`,
      `INSERT INTO t VALUES ('it''s; fine' /* ; */);`,
    ]);
  });

  it('keeps a trigger with CASE … END whole', () => {
    const trigger = `CREATE TRIGGER IF NOT EXISTS tr AFTER INSERT ON t BEGIN
      UPDATE t SET a = CASE WHEN a > 1 THEN 2 ELSE 3 END WHERE id = new.id;
      INSERT INTO log VALUES ('END;');
    END;`;
    expect(texts(`${trigger}\nCREATE TABLE u (a);`)).toEqual([trigger, 'CREATE TABLE u (a);']);
    expect(texts(`CREATE TEMP ${trigger.slice(7)} SELECT 1;`)).toHaveLength(2);
  });

  it('gives lines, accepts a missing last ; and skips empty statements', () => {
    expect(splitSql('\n-- c\nSELECT 1;;\n\nSELECT 2').statements).toEqual([
      { text: 'SELECT 1;', line: 3 },
      { text: 'SELECT 2;', line: 5 },
    ]);
  });

  it.each([
    ["SELECT 1;\nSELECT 'open", 2, "quote '"],
    ['/* never', 1, 'comment'],
    ['CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1;', 1, 'trigger'],
  ])('says what never ends in %j', (script, line, word) => {
    const { problem } = splitSql(script);
    expect(problem?.line).toBe(line);
    expect(problem?.message).toContain(word);
  });
});

describe('readSchema and readSeed', () => {
  it('gives tables with their indexes, in file order', () => {
    const { tables, problems } = readSchema(`
      CREATE TABLE IF NOT EXISTS "users" (id INTEGER PRIMARY KEY);
      CREATE TABLE main.orders (id INTEGER, user_id INTEGER REFERENCES users(id));
      CREATE UNIQUE INDEX users_id ON users(id);
      CREATE INDEX orders_user ON orders(user_id);
    `);
    expect(problems).toEqual([]);
    expect(tables.map(({ name, indexes }) => [name, indexes.length])).toEqual([
      ['users', 1],
      ['orders', 1],
    ]);
  });

  it('groups neighbouring inserts by table', () => {
    const { seed, problems } = readSeed(
      "INSERT INTO a VALUES (1); INSERT OR IGNORE INTO a VALUES (2); INSERT INTO b VALUES (';'); INSERT INTO a VALUES (3);",
    );
    expect(problems).toEqual([]);
    expect(seed.map(({ tableName, insertStatements }) => [tableName, insertStatements.length])).toEqual([
      ['a', 2],
      ['b', 1],
      ['a', 1],
    ]);
  });

  it('names statements that do not belong', () => {
    expect(readSchema('DROP TABLE x;').problems[0]).toMatchObject({ line: 1 });
    expect(readSchema('CREATE INDEX i ON t(a);').problems[0]?.message).toContain(
      'before the first CREATE TABLE',
    );
    expect(readSeed('\nDELETE FROM x;').problems[0]).toMatchObject({ line: 2 });
  });
});
