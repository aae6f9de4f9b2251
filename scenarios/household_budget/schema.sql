CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE
);

CREATE TABLE households (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  settings JSON NOT NULL
);

CREATE TABLE household_members (
  household_id INTEGER NOT NULL REFERENCES households(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'partner', 'lodger')),
  PRIMARY KEY (household_id, user_id)
) WITHOUT ROWID;

CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  household_id INTEGER NOT NULL REFERENCES households(id),
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('checking', 'savings', 'credit', 'cash')),
  institution TEXT,
  opening_balance NUMERIC(12, 2) NOT NULL DEFAULT 0,
  closed_on DATE,
  UNIQUE (household_id, name)
);

CREATE TABLE category_groups (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL
);

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  group_id INTEGER NOT NULL REFERENCES category_groups(id),
  name TEXT NOT NULL UNIQUE,
  archived BOOLEAN NOT NULL DEFAULT 0,
  note TEXT
);

CREATE TABLE allocations (
  category_id INTEGER NOT NULL REFERENCES categories(id) ON DELETE CASCADE,
  month TEXT NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]'),
  amount NUMERIC(12, 2) NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (category_id, month)
) WITHOUT ROWID;

CREATE TABLE payees (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  default_category_id INTEGER REFERENCES categories(id)
);

CREATE TABLE transfers (
  id INTEGER PRIMARY KEY,
  from_account_id INTEGER NOT NULL REFERENCES accounts(id),
  to_account_id INTEGER NOT NULL REFERENCES accounts(id),
  amount NUMERIC(12, 2) NOT NULL CHECK (amount > 0),
  made_on DATE NOT NULL,
  CHECK (from_account_id <> to_account_id)
);

CREATE TABLE transactions (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts(id),
  payee_id INTEGER REFERENCES payees(id),
  transfer_id INTEGER REFERENCES transfers(id) ON DELETE CASCADE,
  posted_on DATE NOT NULL,
  month TEXT GENERATED ALWAYS AS (strftime('%Y-%m', posted_on)) STORED,
  amount NUMERIC(12, 2) NOT NULL CHECK (amount <> 0),
  memo TEXT,
  status TEXT NOT NULL DEFAULT 'cleared' CHECK (status IN ('pending', 'cleared', 'reconciled')),
  created_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX idx_transactions_account ON transactions(account_id, posted_on);
CREATE INDEX idx_transactions_month ON transactions(month);

CREATE TABLE splits (
  transaction_id INTEGER NOT NULL REFERENCES transactions(id) ON DELETE CASCADE,
  line_no INTEGER NOT NULL CHECK (line_no >= 1),
  category_id INTEGER NOT NULL REFERENCES categories(id),
  amount NUMERIC(12, 2) NOT NULL CHECK (amount <> 0),
  note TEXT,
  PRIMARY KEY (transaction_id, line_no)
) WITHOUT ROWID;
CREATE INDEX idx_splits_category ON splits(category_id);

CREATE TABLE expense_shares (
  transaction_id INTEGER NOT NULL REFERENCES transactions(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id),
  amount NUMERIC(12, 2) NOT NULL CHECK (amount > 0),
  settled_on DATE,
  PRIMARY KEY (transaction_id, user_id)
);

CREATE TABLE bills (
  id INTEGER PRIMARY KEY,
  payee_id INTEGER NOT NULL REFERENCES payees(id),
  account_id INTEGER NOT NULL REFERENCES accounts(id),
  category_id INTEGER NOT NULL REFERENCES categories(id),
  amount NUMERIC(12, 2) NOT NULL CHECK (amount > 0),
  cadence TEXT NOT NULL CHECK (cadence IN ('weekly', 'monthly', 'quarterly', 'yearly')),
  next_due_on DATE NOT NULL,
  end_on DATE,
  autopay BOOLEAN NOT NULL DEFAULT 0,
  paused BOOLEAN NOT NULL DEFAULT 0,
  note TEXT
);
CREATE INDEX idx_bills_due ON bills(next_due_on);

CREATE TABLE bill_payments (
  bill_id INTEGER NOT NULL REFERENCES bills(id) ON DELETE CASCADE,
  due_on DATE NOT NULL,
  transaction_id INTEGER NOT NULL UNIQUE REFERENCES transactions(id),
  PRIMARY KEY (bill_id, due_on)
);

CREATE TABLE goals (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  account_id INTEGER REFERENCES accounts(id),
  target_amount NUMERIC(12, 2) NOT NULL CHECK (target_amount > 0),
  target_on DATE,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'reached', 'dropped')),
  note TEXT
);

CREATE TABLE goal_contributions (
  id INTEGER PRIMARY KEY,
  goal_id INTEGER NOT NULL REFERENCES goals(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id),
  amount NUMERIC(12, 2) NOT NULL CHECK (amount > 0),
  contributed_on DATE NOT NULL
);
CREATE INDEX idx_goal_contributions_goal ON goal_contributions(goal_id);

CREATE TABLE import_rules (
  id INTEGER PRIMARY KEY,
  position INTEGER NOT NULL,
  matcher JSON NOT NULL,
  payee_id INTEGER REFERENCES payees(id),
  category_id INTEGER REFERENCES categories(id)
);

CREATE TABLE imports (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts(id),
  file_name TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'staged' CHECK (status IN ('staged', 'committed', 'discarded')),
  raw_csv BLOB NOT NULL,
  created_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE import_rows (
  import_id INTEGER NOT NULL REFERENCES imports(id) ON DELETE CASCADE,
  row_no INTEGER NOT NULL,
  posted_on DATE NOT NULL,
  description TEXT NOT NULL,
  amount NUMERIC(12, 2) NOT NULL,
  decision TEXT NOT NULL DEFAULT 'new' CHECK (decision IN ('new', 'duplicate', 'skip', 'imported')),
  payee_id INTEGER REFERENCES payees(id),
  category_id INTEGER REFERENCES categories(id),
  transaction_id INTEGER REFERENCES transactions(id),
  PRIMARY KEY (import_id, row_no)
) WITHOUT ROWID;
