CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('picker', 'buyer', 'supervisor'))
);

CREATE TABLE warehouses (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  city TEXT NOT NULL
);

CREATE TABLE zones (
  warehouse_code TEXT NOT NULL,
  code TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('ambient', 'chilled', 'hazard')),
  PRIMARY KEY (warehouse_code, code),
  FOREIGN KEY (warehouse_code) REFERENCES warehouses(code) ON DELETE CASCADE
);

CREATE TABLE bins (
  code TEXT PRIMARY KEY,
  warehouse_code TEXT NOT NULL,
  zone_code TEXT NOT NULL,
  max_units INTEGER NOT NULL CHECK (max_units > 0),
  blocked_reason TEXT,
  FOREIGN KEY (warehouse_code, zone_code) REFERENCES zones(warehouse_code, code)
);
CREATE INDEX idx_bins_zone ON bins(warehouse_code, zone_code);

CREATE TABLE categories (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  parent_code TEXT,
  FOREIGN KEY (parent_code) REFERENCES categories(code)
);

CREATE TABLE products (
  sku TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  category_code TEXT NOT NULL,
  barcode TEXT NOT NULL UNIQUE,
  storage TEXT NOT NULL DEFAULT 'ambient' CHECK (storage IN ('ambient', 'chilled', 'hazard')),
  reorder_point INTEGER NOT NULL CHECK (reorder_point >= 0),
  reorder_quantity INTEGER NOT NULL CHECK (reorder_quantity > 0),
  is_discontinued BOOLEAN NOT NULL DEFAULT 0,
  FOREIGN KEY (category_code) REFERENCES categories(code)
);
CREATE INDEX idx_products_category ON products(category_code);

CREATE TABLE suppliers (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  lead_time_days INTEGER NOT NULL CHECK (lead_time_days > 0),
  is_active BOOLEAN NOT NULL DEFAULT 1
);

CREATE TABLE supplier_prices (
  supplier_code TEXT NOT NULL,
  sku TEXT NOT NULL,
  price_cents INTEGER NOT NULL CHECK (price_cents > 0),
  minimum_quantity INTEGER NOT NULL DEFAULT 1 CHECK (minimum_quantity > 0),
  PRIMARY KEY (supplier_code, sku),
  FOREIGN KEY (supplier_code) REFERENCES suppliers(code) ON DELETE CASCADE,
  FOREIGN KEY (sku) REFERENCES products(sku) ON DELETE CASCADE
);

CREATE TABLE stock (
  bin_code TEXT NOT NULL,
  sku TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (bin_code, sku),
  FOREIGN KEY (bin_code) REFERENCES bins(code),
  FOREIGN KEY (sku) REFERENCES products(sku)
);
CREATE INDEX idx_stock_sku ON stock(sku);

CREATE TABLE purchase_orders (
  number TEXT PRIMARY KEY,
  supplier_code TEXT NOT NULL,
  warehouse_code TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'sent', 'partly_received', 'received', 'cancelled')),
  expected_on DATE NOT NULL,
  created_by INTEGER NOT NULL,
  FOREIGN KEY (supplier_code) REFERENCES suppliers(code),
  FOREIGN KEY (warehouse_code) REFERENCES warehouses(code),
  FOREIGN KEY (created_by) REFERENCES users(id)
);
CREATE INDEX idx_purchase_orders_supplier ON purchase_orders(supplier_code, status);

CREATE TABLE purchase_order_lines (
  order_number TEXT NOT NULL,
  line_no INTEGER NOT NULL CHECK (line_no > 0),
  sku TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  received INTEGER NOT NULL DEFAULT 0 CHECK (received >= 0 AND received <= quantity),
  price_cents INTEGER NOT NULL,
  PRIMARY KEY (order_number, line_no),
  UNIQUE (order_number, sku),
  FOREIGN KEY (order_number) REFERENCES purchase_orders(number) ON DELETE CASCADE,
  FOREIGN KEY (sku) REFERENCES products(sku)
);

CREATE TABLE transfers (
  id INTEGER PRIMARY KEY,
  sku TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  from_bin TEXT NOT NULL,
  to_warehouse TEXT NOT NULL,
  to_bin TEXT,
  status TEXT NOT NULL CHECK (status IN ('requested', 'completed', 'cancelled')),
  needed_by DATE NOT NULL,
  requested_by INTEGER NOT NULL,
  FOREIGN KEY (sku) REFERENCES products(sku),
  FOREIGN KEY (from_bin) REFERENCES bins(code),
  FOREIGN KEY (to_warehouse) REFERENCES warehouses(code),
  FOREIGN KEY (to_bin) REFERENCES bins(code),
  FOREIGN KEY (requested_by) REFERENCES users(id)
);

CREATE TABLE stock_counts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  warehouse_code TEXT NOT NULL,
  zone_code TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'closed')),
  opened_by INTEGER NOT NULL,
  FOREIGN KEY (warehouse_code, zone_code) REFERENCES zones(warehouse_code, code),
  FOREIGN KEY (opened_by) REFERENCES users(id)
);

CREATE TABLE stock_count_lines (
  count_id INTEGER NOT NULL,
  bin_code TEXT NOT NULL,
  sku TEXT NOT NULL,
  expected INTEGER NOT NULL,
  counted INTEGER CHECK (counted >= 0),
  PRIMARY KEY (count_id, bin_code, sku),
  FOREIGN KEY (count_id) REFERENCES stock_counts(id) ON DELETE CASCADE,
  FOREIGN KEY (bin_code) REFERENCES bins(code),
  FOREIGN KEY (sku) REFERENCES products(sku)
);

CREATE TABLE adjustments (
  id INTEGER PRIMARY KEY,
  bin_code TEXT NOT NULL,
  sku TEXT NOT NULL,
  delta INTEGER NOT NULL CHECK (delta <> 0),
  reason TEXT NOT NULL CHECK (reason IN ('damaged', 'expired', 'lost', 'found', 'count')),
  note TEXT,
  made_by INTEGER NOT NULL,
  made_at DATETIME NOT NULL,
  FOREIGN KEY (bin_code) REFERENCES bins(code),
  FOREIGN KEY (sku) REFERENCES products(sku),
  FOREIGN KEY (made_by) REFERENCES users(id)
);
CREATE INDEX idx_adjustments_made_at ON adjustments(made_at);

CREATE TABLE reservations (
  id INTEGER PRIMARY KEY,
  order_reference TEXT NOT NULL,
  sku TEXT NOT NULL,
  warehouse_code TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  status TEXT NOT NULL CHECK (status IN ('active', 'released')),
  UNIQUE (order_reference, sku, warehouse_code),
  FOREIGN KEY (sku) REFERENCES products(sku),
  FOREIGN KEY (warehouse_code) REFERENCES warehouses(code)
);

CREATE TABLE movements (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('receipt', 'move', 'transfer', 'adjustment')),
  sku TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  from_bin TEXT,
  to_bin TEXT,
  reference TEXT,
  moved_by INTEGER NOT NULL,
  moved_at DATETIME NOT NULL,
  CHECK (from_bin IS NOT NULL OR to_bin IS NOT NULL),
  FOREIGN KEY (sku) REFERENCES products(sku),
  FOREIGN KEY (from_bin) REFERENCES bins(code),
  FOREIGN KEY (to_bin) REFERENCES bins(code),
  FOREIGN KEY (moved_by) REFERENCES users(id)
);
CREATE INDEX idx_movements_sku ON movements(sku);
