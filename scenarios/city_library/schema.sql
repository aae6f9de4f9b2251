CREATE TABLE branches (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  phone TEXT,
  opens_at TEXT NOT NULL,
  closes_at TEXT NOT NULL
);

CREATE TABLE members (
  id INTEGER PRIMARY KEY,
  card_number TEXT NOT NULL UNIQUE,
  full_name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT,
  tier TEXT NOT NULL CHECK (tier IN ('child', 'adult', 'senior', 'staff')),
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  home_branch_id INTEGER NOT NULL REFERENCES branches(id),
  loan_limit INTEGER NOT NULL DEFAULT 6 CHECK (loan_limit BETWEEN 0 AND 40),
  joined_on DATE NOT NULL
);
CREATE INDEX idx_members_name ON members(full_name);

CREATE TABLE authors (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  born_year INTEGER
);

CREATE TABLE subjects (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE titles (
  id INTEGER PRIMARY KEY,
  isbn TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  subtitle TEXT,
  language TEXT NOT NULL DEFAULT 'en',
  format TEXT NOT NULL CHECK (format IN ('hardback', 'paperback', 'large_print', 'picture_book', 'audio_cd')),
  published_year INTEGER NOT NULL,
  pages INTEGER,
  shelf_mark TEXT NOT NULL
);
CREATE INDEX idx_titles_name ON titles(name);
CREATE INDEX idx_titles_year ON titles(published_year);

CREATE TABLE title_authors (
  title_id INTEGER NOT NULL REFERENCES titles(id) ON DELETE CASCADE,
  author_id INTEGER NOT NULL REFERENCES authors(id),
  role TEXT NOT NULL DEFAULT 'author' CHECK (role IN ('author', 'illustrator', 'translator', 'narrator')),
  position INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (title_id, author_id)
) WITHOUT ROWID;

CREATE TABLE title_subjects (
  title_id INTEGER NOT NULL REFERENCES titles(id) ON DELETE CASCADE,
  subject_id INTEGER NOT NULL REFERENCES subjects(id),
  PRIMARY KEY (title_id, subject_id)
) WITHOUT ROWID;

CREATE TABLE copies (
  id INTEGER PRIMARY KEY,
  barcode TEXT NOT NULL UNIQUE,
  title_id INTEGER NOT NULL REFERENCES titles(id),
  branch_id INTEGER NOT NULL REFERENCES branches(id),
  status TEXT NOT NULL DEFAULT 'available'
    CHECK (status IN ('available', 'on_loan', 'on_hold_shelf', 'in_transit', 'repair', 'lost')),
  condition TEXT NOT NULL DEFAULT 'good' CHECK (condition IN ('new', 'good', 'worn', 'damaged')),
  price_cents INTEGER NOT NULL CHECK (price_cents >= 0),
  acquired_on DATE NOT NULL
);
CREATE INDEX idx_copies_title ON copies(title_id);
CREATE INDEX idx_copies_branch ON copies(branch_id, status);

CREATE TABLE loans (
  id INTEGER PRIMARY KEY,
  copy_id INTEGER NOT NULL REFERENCES copies(id),
  member_id INTEGER NOT NULL REFERENCES members(id),
  loaned_on DATE NOT NULL,
  due_on DATE NOT NULL,
  returned_on DATE,
  renewals INTEGER NOT NULL DEFAULT 0 CHECK (renewals BETWEEN 0 AND 2),
  outcome TEXT NOT NULL DEFAULT 'open' CHECK (outcome IN ('open', 'returned', 'lost')),
  CHECK (due_on >= loaned_on)
);
CREATE INDEX idx_loans_member ON loans(member_id);
CREATE UNIQUE INDEX idx_loans_open_copy ON loans(copy_id) WHERE outcome = 'open';

CREATE TABLE holds (
  id INTEGER PRIMARY KEY,
  title_id INTEGER NOT NULL REFERENCES titles(id),
  member_id INTEGER NOT NULL REFERENCES members(id),
  pickup_branch_id INTEGER NOT NULL REFERENCES branches(id),
  status TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'ready', 'fulfilled', 'cancelled')),
  copy_id INTEGER REFERENCES copies(id),
  note TEXT,
  placed_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX idx_holds_title ON holds(title_id, status);

CREATE TABLE fines (
  id INTEGER PRIMARY KEY,
  member_id INTEGER NOT NULL REFERENCES members(id),
  loan_id INTEGER REFERENCES loans(id),
  reason TEXT NOT NULL CHECK (reason IN ('late', 'damage', 'lost', 'card')),
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  settled_cents INTEGER NOT NULL DEFAULT 0 CHECK (settled_cents >= 0),
  outstanding_cents INTEGER GENERATED ALWAYS AS (amount_cents - settled_cents) VIRTUAL,
  assessed_on DATE NOT NULL,
  CHECK (settled_cents <= amount_cents)
);
CREATE INDEX idx_fines_member ON fines(member_id);

CREATE TABLE fine_settlements (
  id INTEGER PRIMARY KEY,
  fine_id INTEGER NOT NULL REFERENCES fines(id),
  kind TEXT NOT NULL CHECK (kind IN ('cash', 'card', 'waiver')),
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  note TEXT,
  settled_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX idx_fine_settlements_fine ON fine_settlements(fine_id);

CREATE TABLE transfers (
  id INTEGER PRIMARY KEY,
  copy_id INTEGER NOT NULL REFERENCES copies(id),
  from_branch_id INTEGER NOT NULL REFERENCES branches(id),
  to_branch_id INTEGER NOT NULL REFERENCES branches(id),
  status TEXT NOT NULL DEFAULT 'in_transit' CHECK (status IN ('in_transit', 'arrived')),
  requested_on DATE NOT NULL,
  CHECK (from_branch_id <> to_branch_id)
);
CREATE INDEX idx_transfers_status ON transfers(status);

CREATE TABLE reading_lists (
  id INTEGER PRIMARY KEY,
  member_id INTEGER NOT NULL REFERENCES members(id),
  name TEXT NOT NULL,
  description TEXT,
  is_public INTEGER NOT NULL DEFAULT 0 CHECK (is_public IN (0, 1)),
  created_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  UNIQUE (member_id, name)
);

CREATE TABLE reading_list_items (
  list_id INTEGER NOT NULL REFERENCES reading_lists(id) ON DELETE CASCADE,
  title_id INTEGER NOT NULL REFERENCES titles(id),
  position INTEGER NOT NULL CHECK (position >= 1),
  note TEXT,
  PRIMARY KEY (list_id, title_id)
) WITHOUT ROWID;

CREATE TABLE reviews (
  title_id INTEGER NOT NULL REFERENCES titles(id),
  member_id INTEGER NOT NULL REFERENCES members(id),
  rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
  body TEXT,
  written_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (title_id, member_id)
);

CREATE TABLE visit_counts (
  id INTEGER PRIMARY KEY,
  branch_id INTEGER NOT NULL REFERENCES branches(id),
  counted_at DATETIME NOT NULL,
  visitors INTEGER NOT NULL CHECK (visitors >= 0)
);
CREATE INDEX idx_visit_counts_branch ON visit_counts(branch_id, counted_at);
