CREATE TABLE venues (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  city TEXT NOT NULL,
  address TEXT NOT NULL,
  access_notes TEXT
);

CREATE TABLE gates (
  id INTEGER PRIMARY KEY,
  venue_id INTEGER NOT NULL REFERENCES venues(id),
  label TEXT NOT NULL,
  UNIQUE (venue_id, label)
);

CREATE TABLE sections (
  id INTEGER PRIMARY KEY,
  venue_id INTEGER NOT NULL REFERENCES venues(id),
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('seated', 'standing')),
  UNIQUE (venue_id, name)
);

CREATE TABLE seats (
  section_id INTEGER NOT NULL REFERENCES sections(id) ON DELETE CASCADE,
  row_label TEXT NOT NULL,
  seat_number INTEGER NOT NULL CHECK (seat_number > 0),
  is_accessible BOOLEAN NOT NULL DEFAULT 0,
  view TEXT NOT NULL DEFAULT 'clear' CHECK (view IN ('clear', 'restricted')),
  PRIMARY KEY (section_id, row_label, seat_number)
) WITHOUT ROWID;

CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  phone TEXT,
  role TEXT NOT NULL DEFAULT 'customer' CHECK (role IN ('box_office', 'customer')),
  newsletter BOOLEAN NOT NULL DEFAULT 0
);
CREATE INDEX idx_users_name ON users(full_name);

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  category TEXT NOT NULL CHECK (category IN ('concert', 'theatre', 'comedy', 'film', 'sport', 'talk')),
  venue_id INTEGER NOT NULL REFERENCES venues(id),
  status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'on_sale', 'sold_out', 'cancelled')),
  doors_at DATETIME NOT NULL,
  starts_at DATETIME NOT NULL,
  age_limit INTEGER CHECK (age_limit BETWEEN 3 AND 21),
  tags JSON NOT NULL,
  details JSON NOT NULL,
  CHECK (doors_at <= starts_at)
);
CREATE INDEX idx_events_starts ON events(starts_at);
CREATE INDEX idx_events_venue ON events(venue_id);

CREATE TABLE price_tiers (
  id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL REFERENCES events(id) ON DELETE CASCADE,
  section_id INTEGER NOT NULL REFERENCES sections(id),
  name TEXT NOT NULL,
  price_cents INTEGER NOT NULL CHECK (price_cents >= 0),
  fee_cents INTEGER NOT NULL DEFAULT 0 CHECK (fee_cents >= 0),
  quota INTEGER CHECK (quota > 0),
  UNIQUE (event_id, name)
);

CREATE TABLE promo_codes (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('percent', 'amount')),
  value INTEGER NOT NULL CHECK (value > 0),
  event_id INTEGER REFERENCES events(id),
  max_uses INTEGER,
  used_count INTEGER NOT NULL DEFAULT 0,
  active BOOLEAN NOT NULL DEFAULT 1,
  CHECK (kind <> 'percent' OR value <= 100),
  CHECK (max_uses IS NULL OR used_count <= max_uses)
);

CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  customer_id INTEGER NOT NULL REFERENCES users(id),
  event_id INTEGER NOT NULL REFERENCES events(id),
  status TEXT NOT NULL DEFAULT 'held'
    CHECK (status IN ('held', 'paid', 'cancelled', 'part_refunded', 'refunded')),
  promo_code_id INTEGER REFERENCES promo_codes(id),
  subtotal_cents INTEGER NOT NULL,
  discount_cents INTEGER NOT NULL DEFAULT 0,
  fees_cents INTEGER NOT NULL DEFAULT 0,
  total_cents INTEGER GENERATED ALWAYS AS (subtotal_cents - discount_cents + fees_cents) STORED,
  payment_method TEXT CHECK (payment_method IN ('card', 'cash', 'voucher')),
  placed_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CHECK (discount_cents BETWEEN 0 AND subtotal_cents)
);
CREATE INDEX idx_orders_customer ON orders(customer_id);
CREATE INDEX idx_orders_event ON orders(event_id, status);

CREATE TABLE tickets (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders(id) ON DELETE CASCADE,
  event_id INTEGER NOT NULL REFERENCES events(id),
  tier_id INTEGER NOT NULL REFERENCES price_tiers(id),
  section_id INTEGER NOT NULL,
  row_label TEXT,
  seat_number INTEGER,
  code TEXT NOT NULL UNIQUE,
  holder_name TEXT NOT NULL,
  price_cents INTEGER NOT NULL,
  fee_cents INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'valid' CHECK (status IN ('valid', 'used', 'void')),
  FOREIGN KEY (section_id, row_label, seat_number) REFERENCES seats(section_id, row_label, seat_number)
);
CREATE INDEX idx_tickets_order ON tickets(order_id);
CREATE UNIQUE INDEX idx_tickets_seat ON tickets(event_id, section_id, row_label, seat_number)
  WHERE row_label IS NOT NULL AND status <> 'void';

CREATE TABLE ticket_history (
  id INTEGER PRIMARY KEY,
  ticket_id INTEGER NOT NULL REFERENCES tickets(id) ON DELETE CASCADE,
  old_status TEXT NOT NULL,
  new_status TEXT NOT NULL,
  changed_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TRIGGER trg_ticket_history AFTER UPDATE OF status ON tickets
WHEN old.status <> new.status
BEGIN
  INSERT INTO ticket_history (ticket_id, old_status, new_status)
  VALUES (new.id, old.status, new.status);
END;

CREATE TABLE refunds (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders(id),
  reason TEXT NOT NULL,
  issued_by INTEGER NOT NULL REFERENCES users(id),
  issued_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE refund_tickets (
  refund_id INTEGER NOT NULL REFERENCES refunds(id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL REFERENCES tickets(id),
  amount_cents INTEGER NOT NULL CHECK (amount_cents >= 0),
  PRIMARY KEY (refund_id, ticket_id)
) WITHOUT ROWID;

CREATE TABLE check_ins (
  ticket_id INTEGER PRIMARY KEY REFERENCES tickets(id),
  gate_id INTEGER NOT NULL REFERENCES gates(id),
  scanned_by INTEGER NOT NULL REFERENCES users(id),
  scanned_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE waitlist (
  event_id INTEGER NOT NULL REFERENCES events(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id),
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 8),
  joined_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (event_id, user_id)
);

CREATE TABLE event_notes (
  id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL REFERENCES events(id) ON DELETE CASCADE,
  author_id INTEGER NOT NULL REFERENCES users(id),
  body TEXT NOT NULL,
  pinned BOOLEAN NOT NULL DEFAULT 0,
  written_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX idx_event_notes_event ON event_notes(event_id);

CREATE TABLE posters (
  event_id INTEGER PRIMARY KEY REFERENCES events(id) ON DELETE CASCADE,
  mime TEXT NOT NULL CHECK (mime IN ('image/png', 'image/svg+xml')),
  image BLOB NOT NULL,
  alt_text TEXT
);
