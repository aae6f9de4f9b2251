import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A scenario whose tools change rows, many rows, and the schema, written as a source pack. */

const APP = `import os

from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field
from sqlalchemy import create_engine, text

engine = create_engine(os.getenv("DATABASE_PATH", "sqlite:///shop.db"), connect_args={"check_same_thread": False})
app = FastAPI(title="Shop")


class Price(BaseModel):
    price: float


class Address(BaseModel):
    street: str
    city: str | None = None


class Line(BaseModel):
    product_id: int
    quantity: int = Field(ge=1)


class Order(BaseModel):
    address: Address
    lines: list[Line]
    note: str | None = None


def run(sql, **values):
    with engine.begin() as connection:
        return connection.execute(text(sql), values)


@app.get("/products", operation_id="list_products", summary="List products")
def list_products():
    with engine.connect() as connection:
        return [dict(row._mapping) for row in connection.execute(text("SELECT * FROM products ORDER BY id"))]


@app.put("/products/{product_id}/price", operation_id="set_price", summary="Set a price")
def set_price(product_id: int, body: Price):
    run("UPDATE products SET price = :price WHERE id = :id", id=product_id, price=body.price)
    return {"id": product_id, "price": body.price}


@app.delete("/products/{product_id}", operation_id="remove_product", summary="Remove a product")
def remove_product(product_id: int):
    run("DELETE FROM products WHERE id = :id", id=product_id)
    return {"removed": product_id}


@app.post("/products/colour", operation_id="add_colour", summary="Give products a colour")
def add_colour():
    run("ALTER TABLE products ADD COLUMN colour TEXT DEFAULT 'grey'")
    return {"added": "colour"}


@app.post("/visits", operation_id="fill_visits", summary="Add so many visits")
def fill_visits(count: int):
    run(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)"
        " INSERT INTO visits (place) SELECT 'place ' || i FROM n",
        count=count,
    )
    return {"added": count}


@app.post("/orders", operation_id="place_order", summary="Order products")
def place_order(body: Order):
    with engine.connect() as connection:
        for line in body.lines:
            found = connection.execute(text("SELECT 1 FROM products WHERE id = :id"), {"id": line.product_id}).first()
            if found is None:
                raise HTTPException(status_code=404, detail=f"There is no product {line.product_id}")
    return {"street": body.address.street, "lines": len(body.lines)}
`;

const SCHEMA = `CREATE TABLE makers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  maker_id INTEGER NOT NULL REFERENCES makers (id),
  name TEXT NOT NULL,
  price REAL NOT NULL
);
CREATE TABLE visits (id INTEGER PRIMARY KEY, place TEXT NOT NULL);
`;

const SEED = `INSERT INTO makers (id, name) VALUES (1, 'Bell and Sons'), (2, 'Kiln'), (3, 'Nobody yet');
INSERT INTO products (id, maker_id, name, price) VALUES
  (1, 1, 'Kettle', 30.0), (2, 2, 'Bowl', 12.5), (3, 2, 'Plate', 9.0), (4, 1, 'Pan', 45.0);
`;

const VERIFIER = `def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    import sqlite3

    price = sqlite3.connect(f"file:{final_db_path}?mode=ro", uri=True).execute(
        "SELECT price FROM products WHERE id = 1"
    ).fetchone()
    return {"result": "complete" if price == (36.0,) else "others", "price": price}
`;

export interface ShopPack extends AsyncDisposable {
  readonly dir: string;
}

/** Scenario `shop`: its task 0 wants the kettle (product 1, price 30) at 36, and is verified by this code. */
export async function createShopPack(verifier = VERIFIER): Promise<ShopPack> {
  const dir = await mkdtemp(join(tmpdir(), 'awm-shop-'));
  const task = join(dir, 'shop', 'tasks', '0');
  await mkdir(task, { recursive: true });
  const files: Readonly<Record<string, string>> = {
    'scenario.json': JSON.stringify({ name: 'shop', description: 'Kitchenware', category: 'retail' }),
    'app.py': APP,
    'schema.sql': SCHEMA,
    'seed.sql': SEED,
    'tasks/0/task.json': JSON.stringify({ task: 'The kettle costs 36 from today.', answer_counts: false }),
    'tasks/0/verify_code.py': verifier,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, 'shop', name), text);
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}
