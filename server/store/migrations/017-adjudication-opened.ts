/**
 * Items that an adjudicator opened: their runs are hidden from them until the item is decided, given back or revealed, however long that
 * takes. `looked`: it was given back and taken again, so that they could look meanwhile. Times are Unix milliseconds.
 */
export const adjudicationOpened = `
CREATE TABLE adjudication_opened (
  person TEXT NOT NULL,
  item TEXT NOT NULL,
  project TEXT NOT NULL,
  at REAL NOT NULL,
  given_back_at REAL,
  looked INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (person, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX adjudication_opened_by_item ON adjudication_opened (item);
`;
