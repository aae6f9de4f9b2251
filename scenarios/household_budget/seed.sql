INSERT INTO users (id, name, email) VALUES
  (1, 'Hanna Brandt', 'hanna@brandt.example'),
  (2, 'Jonas Brandt', 'jonas@brandt.example'),
  (3, 'Elif Kaya', 'elif.kaya@post.example');

INSERT INTO households (id, name, currency, settings) VALUES
  (1, 'Brandt & Kaya, Lindenstrasse 8', 'EUR', '{"week_starts": "monday", "rounding": "cent", "remind_days": 3}');

INSERT INTO household_members (household_id, user_id, role) VALUES
  (1, 1, 'owner'),
  (1, 2, 'partner'),
  (1, 3, 'lodger');

INSERT INTO accounts (id, household_id, name, kind, institution, opening_balance, closed_on) VALUES
  (1, 1, 'Joint checking', 'checking', 'Sparbank', 1850.4, NULL),
  (2, 1, 'Savings', 'savings', 'Sparbank', 3960.0, NULL),
  (3, 1, 'Credit card', 'credit', 'Nordkarte', -212.75, NULL),
  (4, 1, 'Cash wallet', 'cash', NULL, 120.0, NULL),
  (5, 1, 'Old checking', 'checking', 'Rheinbank', 0.0, '2025-06-30');

INSERT INTO category_groups (id, name, position) VALUES
  (1, 'Home', 1),
  (2, 'Daily life', 2),
  (3, 'Free time', 3),
  (4, 'Income', 4);

INSERT INTO categories (id, group_id, name, archived, note) VALUES
  (1, 1, 'Rent', 0, NULL),
  (2, 1, 'Utilities', 0, 'Power, gas and water'),
  (3, 1, 'Internet & phone', 0, NULL),
  (4, 1, 'Repairs', 0, NULL),
  (5, 2, 'Groceries', 0, NULL),
  (6, 2, 'Eating out', 0, 'Cafés count too'),
  (7, 2, 'Transport', 0, NULL),
  (8, 2, 'Household goods', 0, NULL),
  (9, 3, 'Hobbies', 0, 'Bikes, music, books for ourselves'),
  (10, 3, 'Travel', 0, NULL),
  (11, 3, 'Gifts', 0, NULL),
  (12, 2, 'Health', 0, NULL),
  (13, 4, 'Salary', 0, NULL),
  (14, 4, 'Other income', 0, NULL),
  (15, 3, 'Subscriptions', 1, NULL);

INSERT INTO allocations (category_id, month, amount) VALUES
  (1, '2026-03', 1120),
  (2, '2026-03', 120),
  (3, '2026-03', 45),
  (4, '2026-03', 60),
  (5, '2026-03', 260),
  (6, '2026-03', 120),
  (7, '2026-03', 100),
  (8, '2026-03', 40),
  (9, '2026-03', 60),
  (10, '2026-03', 100),
  (11, '2026-03', 40),
  (12, '2026-03', 60),
  (1, '2026-04', 1120),
  (2, '2026-04', 120),
  (3, '2026-04', 45),
  (4, '2026-04', 60),
  (5, '2026-04', 260),
  (6, '2026-04', 140),
  (7, '2026-04', 220),
  (8, '2026-04', 40),
  (9, '2026-04', 60),
  (10, '2026-04', 150),
  (11, '2026-04', 40),
  (12, '2026-04', 250);

INSERT INTO payees (id, name, default_category_id) VALUES
  (1, 'Lindenhof Estates', 1),
  (2, 'Stadtwerke', 2),
  (3, 'FunkNetz', 3),
  (4, 'Corner Market', 5),
  (5, 'Green Basket', 5),
  (6, 'Trattoria Ponte', 6),
  (7, 'City Transit', 7),
  (8, 'Bolt & Hammer', 4),
  (9, 'Paper Moon Books', NULL),
  (10, 'Alpine Rail', 10),
  (11, 'Dr. Weiss', 12),
  (12, 'Norsa Consulting', 13),
  (13, 'Velo Werk', 7),
  (14, 'Streamly', 15),
  (15, 'Café Morgen', 6),
  (16, 'Allsafe Insurance', 12);

INSERT INTO transfers (id, from_account_id, to_account_id, amount, made_on) VALUES
  (1, 1, 2, 250, '2026-03-30'),
  (2, 1, 4, 60, '2026-04-03');

INSERT INTO transactions (id, account_id, payee_id, transfer_id, posted_on, amount, memo, status, created_at) VALUES
  (1, 1, 12, NULL, '2026-03-01', 2980.0, 'March salary', 'reconciled', '2026-03-01 20:15:00.000000'),
  (2, 1, 1, NULL, '2026-03-02', -1120.0, NULL, 'reconciled', '2026-03-02 20:15:00.000000'),
  (3, 1, 3, NULL, '2026-03-05', -39.9, NULL, 'reconciled', '2026-03-05 20:15:00.000000'),
  (4, 3, 4, NULL, '2026-03-06', -64.15, NULL, 'reconciled', '2026-03-06 20:15:00.000000'),
  (5, 3, 6, NULL, '2026-03-08', -48.2, 'Grandma''s birthday', 'reconciled', '2026-03-08 20:15:00.000000'),
  (6, 4, 15, NULL, '2026-03-09', -7.8, NULL, 'cleared', '2026-03-09 20:15:00.000000'),
  (7, 1, 7, NULL, '2026-03-10', -58.0, 'Monthly pass', 'reconciled', '2026-03-10 20:15:00.000000'),
  (8, 3, 13, NULL, '2026-03-12', -27.5, 'Inner tubes', 'reconciled', '2026-03-12 20:15:00.000000'),
  (9, 3, 5, NULL, '2026-03-14', -82.3, NULL, 'reconciled', '2026-03-14 20:15:00.000000'),
  (10, 1, 2, NULL, '2026-03-28', -118.4, NULL, 'reconciled', '2026-03-28 20:15:00.000000'),
  (11, 3, 9, NULL, '2026-03-21', -24.9, 'Atlas for Jonas''s niece', 'reconciled', '2026-03-21 20:15:00.000000'),
  (12, 1, 11, NULL, '2026-03-24', -35.0, 'Check-up', 'reconciled', '2026-03-24 20:15:00.000000'),
  (13, 1, NULL, 1, '2026-03-30', -250.0, 'March savings', 'reconciled', '2026-03-30 20:15:00.000000'),
  (14, 2, NULL, 1, '2026-03-30', 250.0, 'March savings', 'reconciled', '2026-03-30 20:15:00.000000'),
  (15, 3, 4, NULL, '2026-03-27', -71.05, NULL, 'reconciled', '2026-03-27 20:15:00.000000'),
  (16, 1, 12, NULL, '2026-04-01', 2980.0, 'April salary', 'cleared', '2026-04-01 20:15:00.000000'),
  (17, 1, 1, NULL, '2026-04-02', -1120.0, NULL, 'cleared', '2026-04-02 20:15:00.000000'),
  (18, 1, 3, NULL, '2026-04-05', -39.9, NULL, 'cleared', '2026-04-05 20:15:00.000000'),
  (19, 3, 4, NULL, '2026-04-04', -59.75, NULL, 'cleared', '2026-04-04 20:15:00.000000'),
  (20, 3, 6, NULL, '2026-04-07', -62.4, NULL, 'cleared', '2026-04-07 20:15:00.000000'),
  (21, 4, 15, NULL, '2026-04-08', -9.1, NULL, 'cleared', '2026-04-08 20:15:00.000000'),
  (22, 1, 7, NULL, '2026-04-10', -58.0, 'Monthly pass', 'cleared', '2026-04-10 20:15:00.000000'),
  (23, 3, 8, NULL, '2026-04-11', -96.5, 'Tap, sealant, buckets', 'cleared', '2026-04-11 20:15:00.000000'),
  (24, 3, 13, NULL, '2026-04-12', -45.0, 'Brake pads', 'cleared', '2026-04-12 20:15:00.000000'),
  (25, 3, 13, NULL, '2026-04-18', -19.9, 'Bar tape', 'cleared', '2026-04-18 20:15:00.000000'),
  (26, 3, 13, NULL, '2026-04-25', -88.0, 'Saddle', 'pending', '2026-04-25 20:15:00.000000'),
  (27, 3, 5, NULL, '2026-04-13', -91.2, NULL, 'cleared', '2026-04-13 20:15:00.000000'),
  (28, 3, 6, NULL, '2026-04-17', -55.8, NULL, 'cleared', '2026-04-17 20:15:00.000000'),
  (29, 3, 15, NULL, '2026-04-19', -12.6, NULL, 'cleared', '2026-04-19 20:15:00.000000'),
  (30, 1, 16, NULL, '2026-04-15', -212.0, 'Second quarter', 'cleared', '2026-04-15 20:15:00.000000'),
  (31, 3, 4, NULL, '2026-04-20', -68.45, NULL, 'cleared', '2026-04-20 20:15:00.000000'),
  (32, 4, 4, NULL, '2026-04-21', -14.3, 'Eggs and cherries', 'cleared', '2026-04-21 20:15:00.000000'),
  (33, 3, 6, NULL, '2026-04-24', -38.5, NULL, 'pending', '2026-04-24 20:15:00.000000'),
  (34, 1, NULL, NULL, '2026-04-26', 45.0, 'Sold the old desk', 'cleared', '2026-04-26 20:15:00.000000'),
  (35, 2, NULL, NULL, '2026-03-31', 2.35, 'Interest', 'cleared', '2026-03-31 20:15:00.000000'),
  (36, 1, NULL, 2, '2026-04-03', -60.0, 'Cash for April', 'cleared', '2026-04-03 20:15:00.000000'),
  (37, 4, NULL, 2, '2026-04-03', 60.0, 'Cash for April', 'cleared', '2026-04-03 20:15:00.000000');

INSERT INTO splits (transaction_id, line_no, category_id, amount, note) VALUES
  (1, 1, 13, 2980.0, NULL),
  (2, 1, 1, -1120.0, NULL),
  (3, 1, 3, -39.9, NULL),
  (4, 1, 5, -64.15, NULL),
  (5, 1, 6, -48.2, NULL),
  (6, 1, 6, -7.8, NULL),
  (7, 1, 7, -58.0, NULL),
  (8, 1, 7, -27.5, NULL),
  (9, 1, 5, -70.1, NULL),
  (9, 2, 8, -12.2, 'Soap and sponges'),
  (10, 1, 2, -118.4, NULL),
  (11, 1, 11, -24.9, NULL),
  (12, 1, 12, -35.0, NULL),
  (15, 1, 5, -71.05, NULL),
  (16, 1, 13, 2980.0, NULL),
  (17, 1, 1, -1120.0, NULL),
  (18, 1, 3, -39.9, NULL),
  (19, 1, 5, -59.75, NULL),
  (20, 1, 6, -62.4, NULL),
  (21, 1, 6, -9.1, NULL),
  (22, 1, 7, -58.0, NULL),
  (23, 1, 4, -96.5, NULL),
  (24, 1, 7, -45.0, NULL),
  (25, 1, 7, -19.9, NULL),
  (26, 1, 7, -88.0, NULL),
  (27, 1, 5, -74.3, NULL),
  (27, 2, 8, -16.9, 'Washing powder'),
  (28, 1, 6, -55.8, NULL),
  (29, 1, 6, -12.6, NULL),
  (30, 1, 12, -212.0, NULL),
  (31, 1, 5, -68.45, NULL),
  (32, 1, 5, -14.3, NULL),
  (33, 1, 6, -38.5, NULL),
  (34, 1, 14, 45.0, NULL),
  (35, 1, 14, 2.35, NULL);

INSERT INTO expense_shares (transaction_id, user_id, amount, settled_on) VALUES
  (3, 3, 13.3, '2026-04-01'),
  (10, 3, 39.47, NULL),
  (9, 3, 27.43, NULL),
  (15, 3, 23.68, NULL),
  (11, 2, 12.45, NULL),
  (19, 3, 19.92, NULL),
  (27, 3, 30.4, NULL);

INSERT INTO bills (id, payee_id, account_id, category_id, amount, cadence, next_due_on, end_on, autopay, paused, note) VALUES
  (1, 1, 1, 1, 1120, 'monthly', '2026-05-02', NULL, 1, 0, NULL),
  (2, 2, 1, 2, 118.4, 'monthly', '2026-04-28', NULL, 0, 0, 'Reading in June'),
  (3, 3, 1, 3, 39.9, 'monthly', '2026-05-05', '2026-09-05', 1, 0, 'Two-year contract'),
  (4, 16, 1, 12, 212.0, 'quarterly', '2026-07-15', NULL, 1, 0, NULL),
  (5, 14, 3, 15, 12.99, 'monthly', '2026-04-14', '2026-12-14', 1, 1, 'Paused over the summer'),
  (6, 7, 1, 7, 58.0, 'monthly', '2026-05-10', NULL, 1, 0, NULL),
  (7, 10, 3, 10, 99.0, 'yearly', '2026-09-01', NULL, 0, 0, 'Discount card');

INSERT INTO bill_payments (bill_id, due_on, transaction_id) VALUES
  (1, '2026-03-02', 2),
  (1, '2026-04-02', 17),
  (2, '2026-03-28', 10),
  (3, '2026-03-05', 3),
  (3, '2026-04-05', 18),
  (4, '2026-04-15', 30),
  (6, '2026-03-10', 7),
  (6, '2026-04-10', 22);

INSERT INTO goals (id, name, account_id, target_amount, target_on, status, note) VALUES
  (1, 'Bike trip along the coast', 2, 900, '2026-08-01', 'active', 'Ferry, camp sites, one good hotel'),
  (2, 'New bikes', 2, 1600, '2027-03-01', 'active', NULL),
  (3, 'Emergency fund', 2, 5000, NULL, 'active', 'Three months of costs'),
  (4, 'Piano tuning', NULL, 140, '2026-02-15', 'reached', NULL);

INSERT INTO goal_contributions (id, goal_id, user_id, amount, contributed_on) VALUES
  (1, 1, 1, 60, '2026-02-20'),
  (2, 1, 2, 80, '2026-03-20'),
  (3, 2, 2, 100, '2026-03-30'),
  (4, 3, 1, 150, '2026-03-30'),
  (5, 4, 1, 70, '2026-01-20'),
  (6, 4, 2, 70, '2026-02-01'),
  (7, 3, 2, 150, '2026-01-30');

INSERT INTO import_rules (id, position, matcher, payee_id, category_id) VALUES
  (1, 1, '{"contains": "CORNER MARKET"}', 4, 5),
  (2, 2, '{"contains": "GREEN BASKET"}', 5, 5),
  (3, 3, '{"contains": "TRATTORIA PONTE"}', 6, 6),
  (4, 4, '{"contains": "CITY TRANSIT"}', 7, 7),
  (5, 5, '{"contains": "PAPER MOON"}', 9, NULL),
  (6, 6, '{"contains": "FERRY", "max_amount": 80.0}', NULL, 10);

INSERT INTO imports (id, account_id, file_name, status, raw_csv, created_at) VALUES
  (1, 3, 'card-2026-03.csv', 'committed', X'646174652c6465736372697074696f6e2c616d6f756e740a323032362d30332d30362c434f524e4552204d41524b455420303034322c2d36342e31350a323032362d30332d30382c54524154544f52494120504f4e54452c2d34382e32300a323032362d30332d31312c43415244205041594d454e542052454345495645442c3330302e30300a', '2026-03-29 19:00:00.000000'),
  (2, 3, 'card-2026-04.csv', 'staged', X'646174652c6465736372697074696f6e2c616d6f756e740a323032362d30342d32342c54524154544f52494120504f4e54452c2d33382e35300a323032362d30342d32372c434f524e4552204d41524b455420303034322c2d35322e33350a323032362d30342d32372c5041504552204d4f4f4e20424f4f4b532057454253484f502c2d33312e38300a323032362d30342d32382c43415244205041594d454e542052454345495645442c3430302e30300a323032362d30342d32392c43495459205452414e53495420544f5055502c2d31302e30300a323032362d30342d32392c475245454e204241534b455420534f5554482c2d34372e39300a', '2026-04-30 21:10:00.000000'),
  (3, 1, 'giro-2026-04.csv', 'discarded', X'646174652c6465736372697074696f6e2c616d6f756e740a323032362d30342d30312c4e4f52534120434f4e53554c54494e472c323938302e30300a323032362d30342d30322c4c494e44454e484f4620455354415445532c2d313132302e30300a', '2026-04-06 18:30:00.000000');

INSERT INTO import_rows (import_id, row_no, posted_on, description, amount, decision, payee_id, category_id, transaction_id) VALUES
  (1, 1, '2026-03-06', 'CORNER MARKET 0042', -64.15, 'imported', 4, 5, 4),
  (1, 2, '2026-03-08', 'TRATTORIA PONTE', -48.2, 'imported', 6, 6, 5),
  (1, 3, '2026-03-11', 'CARD PAYMENT RECEIVED', 300.0, 'skip', NULL, NULL, NULL),
  (2, 1, '2026-04-24', 'TRATTORIA PONTE', -38.5, 'duplicate', 6, 6, NULL),
  (2, 2, '2026-04-27', 'CORNER MARKET 0042', -52.35, 'new', 4, 5, NULL),
  (2, 3, '2026-04-27', 'PAPER MOON BOOKS WEBSHOP', -31.8, 'new', 9, NULL, NULL),
  (2, 4, '2026-04-28', 'CARD PAYMENT RECEIVED', 400.0, 'new', NULL, NULL, NULL),
  (2, 5, '2026-04-29', 'CITY TRANSIT TOPUP', -10.0, 'new', 7, 7, NULL),
  (2, 6, '2026-04-29', 'GREEN BASKET SOUTH', -47.9, 'new', 5, 5, NULL),
  (3, 1, '2026-04-01', 'NORSA CONSULTING', 2980.0, 'duplicate', 12, 13, NULL),
  (3, 2, '2026-04-02', 'LINDENHOF ESTATES', -1120.0, 'duplicate', 1, 1, NULL);

