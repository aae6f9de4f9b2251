CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('agent', 'lead', 'admin')),
  is_active BOOLEAN NOT NULL DEFAULT 1,
  last_seen_at DATETIME
);

CREATE TABLE teams (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  purpose TEXT NOT NULL
);

CREATE TABLE team_members (
  team_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  joined_on DATE NOT NULL,
  PRIMARY KEY (team_id, user_id),
  FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX idx_team_members_user ON team_members(user_id);

CREATE TABLE organizations (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  domain TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL CHECK (plan IN ('starter', 'growth', 'enterprise'))
);

CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  organization_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  phone TEXT,
  locale TEXT NOT NULL DEFAULT 'en',
  created_at DATETIME NOT NULL,
  FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX idx_customers_organization ON customers(organization_id);

CREATE TABLE sla_policies (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  priority TEXT NOT NULL UNIQUE CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  first_response_minutes INTEGER NOT NULL CHECK (first_response_minutes > 0),
  resolution_minutes INTEGER NOT NULL CHECK (resolution_minutes > 0)
);

CREATE TABLE tickets (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'pending', 'on_hold', 'resolved', 'closed')),
  priority TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  channel TEXT NOT NULL CHECK (channel IN ('email', 'chat', 'phone', 'web')),
  customer_id INTEGER NOT NULL,
  team_id INTEGER NOT NULL,
  assignee_id INTEGER,
  sla_policy_id INTEGER NOT NULL,
  merged_into_id INTEGER,
  created_at DATETIME NOT NULL,
  first_response_at DATETIME,
  resolved_at DATETIME,
  updated_at DATETIME NOT NULL,
  FOREIGN KEY (customer_id) REFERENCES customers(id),
  FOREIGN KEY (team_id) REFERENCES teams(id),
  FOREIGN KEY (assignee_id) REFERENCES users(id),
  FOREIGN KEY (sla_policy_id) REFERENCES sla_policies(id),
  FOREIGN KEY (merged_into_id) REFERENCES tickets(id)
);
CREATE INDEX idx_tickets_status ON tickets(status);
CREATE INDEX idx_tickets_assignee ON tickets(assignee_id);

CREATE TABLE ticket_messages (
  id INTEGER PRIMARY KEY,
  ticket_id INTEGER NOT NULL,
  user_id INTEGER,
  customer_id INTEGER,
  is_internal BOOLEAN NOT NULL DEFAULT 0,
  body TEXT NOT NULL,
  created_at DATETIME NOT NULL,
  CHECK ((user_id IS NULL) <> (customer_id IS NULL)),
  FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES users(id),
  FOREIGN KEY (customer_id) REFERENCES customers(id)
);
CREATE INDEX idx_ticket_messages_ticket ON ticket_messages(ticket_id);

CREATE TABLE tags (
  name TEXT PRIMARY KEY,
  meaning TEXT NOT NULL
);

CREATE TABLE ticket_tags (
  ticket_id INTEGER NOT NULL,
  tag_name TEXT NOT NULL,
  PRIMARY KEY (ticket_id, tag_name),
  FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  FOREIGN KEY (tag_name) REFERENCES tags(name)
);

CREATE TABLE macros (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  reply_body TEXT NOT NULL,
  set_status TEXT CHECK (set_status IN ('open', 'pending', 'on_hold', 'resolved', 'closed')),
  add_tag TEXT,
  times_used INTEGER NOT NULL DEFAULT 0,
  created_by_id INTEGER NOT NULL,
  FOREIGN KEY (add_tag) REFERENCES tags(name),
  FOREIGN KEY (created_by_id) REFERENCES users(id)
);

CREATE TABLE article_categories (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL
);

CREATE TABLE articles (
  id INTEGER PRIMARY KEY,
  category_id INTEGER NOT NULL,
  author_id INTEGER NOT NULL,
  title TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
  helpful_count INTEGER NOT NULL DEFAULT 0,
  unhelpful_count INTEGER NOT NULL DEFAULT 0,
  reviewed_at DATETIME,
  FOREIGN KEY (category_id) REFERENCES article_categories(id),
  FOREIGN KEY (author_id) REFERENCES users(id)
);
CREATE INDEX idx_articles_category ON articles(category_id);

CREATE TABLE ticket_articles (
  ticket_id INTEGER NOT NULL,
  article_id INTEGER NOT NULL,
  linked_by_id INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, article_id),
  FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  FOREIGN KEY (linked_by_id) REFERENCES users(id)
);

CREATE TABLE satisfaction_ratings (
  id INTEGER PRIMARY KEY,
  ticket_id INTEGER NOT NULL UNIQUE,
  agent_id INTEGER NOT NULL,
  score INTEGER NOT NULL CHECK (score BETWEEN 1 AND 5),
  comment TEXT,
  follow_up_note TEXT,
  rated_at DATETIME NOT NULL,
  FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  FOREIGN KEY (agent_id) REFERENCES users(id)
);

CREATE TABLE escalations (
  id INTEGER PRIMARY KEY,
  ticket_id INTEGER NOT NULL,
  from_team_id INTEGER NOT NULL,
  to_team_id INTEGER NOT NULL,
  reason TEXT NOT NULL,
  escalated_by_id INTEGER NOT NULL,
  created_at DATETIME NOT NULL,
  CHECK (from_team_id <> to_team_id),
  FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  FOREIGN KEY (from_team_id) REFERENCES teams(id),
  FOREIGN KEY (to_team_id) REFERENCES teams(id),
  FOREIGN KEY (escalated_by_id) REFERENCES users(id)
);

CREATE TABLE ticket_events (
  id INTEGER PRIMARY KEY,
  ticket_id INTEGER NOT NULL,
  actor_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  created_at DATETIME NOT NULL,
  FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  FOREIGN KEY (actor_id) REFERENCES users(id)
);
CREATE INDEX idx_ticket_events_ticket ON ticket_events(ticket_id);
