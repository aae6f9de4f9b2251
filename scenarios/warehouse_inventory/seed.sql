INSERT INTO users (id, name, role) VALUES
  (1, 'Rosa Delgado', 'supervisor'),
  (2, 'Bram Visser', 'picker'),
  (3, 'Nele Claes', 'buyer'),
  (4, 'Jonas Petersen', 'picker'),
  (5, 'Aylin Kaya', 'buyer');

INSERT INTO warehouses (code, name, city) VALUES
  ('RTM', 'Maasvlakte', 'Rotterdam'),
  ('ANR', 'Scheldekaai', 'Antwerp'),
  ('HAM', 'Altenwerder', 'Hamburg');

INSERT INTO zones (warehouse_code, code, kind) VALUES
  ('RTM', 'A', 'ambient'),
  ('RTM', 'B', 'ambient'),
  ('RTM', 'C', 'chilled'),
  ('ANR', 'A', 'ambient'),
  ('ANR', 'H', 'hazard'),
  ('HAM', 'A', 'ambient'),
  ('HAM', 'C', 'chilled');

INSERT INTO bins (code, warehouse_code, zone_code, max_units, blocked_reason) VALUES
  ('RTM-A-01', 'RTM', 'A', 600, NULL),
  ('RTM-A-02', 'RTM', 'A', 600, NULL),
  ('RTM-A-03', 'RTM', 'A', 400, NULL),
  ('RTM-A-04', 'RTM', 'A', 400, 'Floor being repaired'),
  ('RTM-A-05', 'RTM', 'A', 800, NULL),
  ('RTM-A-06', 'RTM', 'A', 300, NULL),
  ('RTM-B-01', 'RTM', 'B', 1000, NULL),
  ('RTM-B-02', 'RTM', 'B', 1000, NULL),
  ('RTM-B-03', 'RTM', 'B', 500, NULL),
  ('RTM-C-01', 'RTM', 'C', 300, NULL),
  ('ANR-A-01', 'ANR', 'A', 700, NULL),
  ('ANR-A-02', 'ANR', 'A', 700, NULL),
  ('ANR-A-03', 'ANR', 'A', 350, NULL),
  ('ANR-H-01', 'ANR', 'H', 250, NULL),
  ('ANR-H-02', 'ANR', 'H', 250, NULL),
  ('HAM-A-01', 'HAM', 'A', 900, NULL),
  ('HAM-A-02', 'HAM', 'A', 500, NULL),
  ('HAM-A-03', 'HAM', 'A', 500, 'Reserved for returns'),
  ('HAM-C-01', 'HAM', 'C', 200, NULL);

INSERT INTO categories (code, name, parent_code) VALUES
  ('PACK', 'Packaging', NULL),
  ('BOX', 'Boxes and cartons', 'PACK'),
  ('TAPE', 'Tape and film', 'PACK'),
  ('SAFE', 'Safety wear', NULL),
  ('CLEAN', 'Cleaning', NULL),
  ('CHEM', 'Chemicals', 'CLEAN'),
  ('FOOD', 'Canteen', NULL);

INSERT INTO products (sku, name, category_code, barcode, storage, reorder_point, reorder_quantity, is_discontinued) VALUES
  ('BX-SM', 'Small carton 20x15x10', 'BOX', '8710000000011', 'ambient', 200, 500, 0),
  ('BX-MD', 'Medium carton 40x30x20', 'BOX', '8710000000028', 'ambient', 150, 400, 0),
  ('BX-LG', 'Large carton 60x40x40', 'BOX', '8710000000035', 'ambient', 100, 250, 0),
  ('TP-BRN', 'Brown parcel tape 66 m', 'TAPE', '8710000000042', 'ambient', 120, 300, 0),
  ('TP-FRG', 'Fragile tape 50 m', 'TAPE', '8710000000059', 'ambient', 60, 150, 0),
  ('FM-WRP', 'Pallet wrap 500 mm', 'TAPE', '8710000000066', 'ambient', 80, 160, 0),
  ('GL-NIT-M', 'Nitrile gloves M, box of 100', 'SAFE', '8710000000073', 'ambient', 90, 240, 0),
  ('GL-NIT-L', 'Nitrile gloves L, box of 100', 'SAFE', '8710000000080', 'ambient', 90, 240, 0),
  ('VS-HI-XL', 'High-visibility vest XL', 'SAFE', '8710000000097', 'ambient', 30, 60, 0),
  ('HM-WHT', 'Safety helmet white', 'SAFE', '8710000000103', 'ambient', 20, 40, 0),
  ('CL-DEG', 'Degreaser 5 l', 'CHEM', '8710000000110', 'hazard', 25, 50, 0),
  ('CL-ACE', 'Acetone 1 l', 'CHEM', '8710000000127', 'hazard', 40, 80, 0),
  ('CL-WIP', 'Cleaning wipes, bucket', 'CLEAN', '8710000000134', 'ambient', 35, 70, 0),
  ('CL-SOAP', 'Hand soap 1 l', 'CLEAN', '8710000000141', 'ambient', 50, 100, 0),
  ('FD-MLK', 'Oat milk 1 l', 'FOOD', '8710000000158', 'chilled', 48, 96, 0),
  ('FD-JCE', 'Apple juice 1 l', 'FOOD', '8710000000165', 'chilled', 36, 72, 0),
  ('FD-COF', 'Coffee beans 1 kg', 'FOOD', '8710000000172', 'ambient', 24, 48, 0),
  ('LB-OLD', 'Label roll 100x60, old format', 'PACK', '8710000000189', 'ambient', 40, 100, 0),
  ('LB-NEW', 'Label roll 100x150', 'PACK', '8710000000196', 'ambient', 60, 150, 0);

INSERT INTO suppliers (code, name, email, lead_time_days, is_active) VALUES
  ('BRUG', 'Brugman Packaging', 'orders@brugman.example', 5, 1),
  ('KART', 'Kartonwerk Nord', 'vertrieb@kartonwerk.example', 9, 1),
  ('SAFE', 'Safehand Europe', 'sales@safehand.example', 7, 1),
  ('MEDI', 'Medisupply Gent', 'info@medisupply.example', 4, 1),
  ('CHEM', 'Delta Chemicals', 'desk@deltachem.example', 12, 1),
  ('FOOD', 'Canteen Direct', 'service@canteendirect.example', 2, 1),
  ('GLOV', 'Budget Gloves Import', 'hello@budgetgloves.example', 30, 0);

INSERT INTO supplier_prices (supplier_code, sku, price_cents, minimum_quantity) VALUES
  ('BRUG', 'BX-SM', 42, 250),
  ('BRUG', 'BX-MD', 88, 200),
  ('BRUG', 'BX-LG', 165, 100),
  ('BRUG', 'TP-BRN', 139, 72),
  ('BRUG', 'TP-FRG', 189, 36),
  ('BRUG', 'FM-WRP', 615, 40),
  ('BRUG', 'LB-OLD', 540, 50),
  ('BRUG', 'LB-NEW', 795, 50),
  ('KART', 'BX-SM', 39, 1000),
  ('KART', 'BX-MD', 84, 400),
  ('KART', 'BX-LG', 158, 250),
  ('SAFE', 'GL-NIT-M', 465, 100),
  ('SAFE', 'GL-NIT-L', 465, 100),
  ('SAFE', 'VS-HI-XL', 720, 20),
  ('SAFE', 'HM-WHT', 1150, 10),
  ('MEDI', 'GL-NIT-M', 449, 120),
  ('MEDI', 'GL-NIT-L', 470, 120),
  ('MEDI', 'CL-WIP', 1290, 12),
  ('MEDI', 'CL-SOAP', 310, 24),
  ('CHEM', 'CL-DEG', 2240, 10),
  ('CHEM', 'CL-ACE', 615, 20),
  ('FOOD', 'FD-MLK', 155, 24),
  ('FOOD', 'FD-JCE', 189, 24),
  ('FOOD', 'FD-COF', 1420, 6),
  ('GLOV', 'GL-NIT-M', 389, 500),
  ('GLOV', 'GL-NIT-L', 389, 500);

INSERT INTO stock (bin_code, sku, quantity) VALUES
  ('RTM-A-01', 'BX-SM', 420),
  ('RTM-A-02', 'BX-MD', 310),
  ('RTM-A-03', 'TP-BRN', 144),
  ('RTM-A-03', 'TP-FRG', 72),
  ('RTM-A-03', 'LB-NEW', 35),
  ('RTM-A-05', 'BX-LG', 130),
  ('RTM-A-05', 'TP-BRN', 60),
  ('RTM-A-06', 'GL-NIT-M', 54),
  ('RTM-A-06', 'GL-NIT-L', 118),
  ('RTM-B-01', 'FM-WRP', 96),
  ('RTM-B-01', 'CL-WIP', 40),
  ('RTM-B-02', 'LB-OLD', 85),
  ('RTM-B-02', 'LB-NEW', 120),
  ('RTM-B-02', 'CL-SOAP', 66),
  ('RTM-C-01', 'FD-MLK', 60),
  ('RTM-C-01', 'FD-JCE', 84),
  ('ANR-A-01', 'BX-SM', 260),
  ('ANR-A-01', 'BX-LG', 75),
  ('ANR-A-01', 'BX-MD', 80),
  ('ANR-A-02', 'GL-NIT-L', 140),
  ('ANR-A-02', 'VS-HI-XL', 48),
  ('ANR-A-03', 'HM-WHT', 33),
  ('ANR-A-03', 'FD-COF', 30),
  ('ANR-H-01', 'CL-DEG', 38),
  ('ANR-H-01', 'CL-ACE', 92),
  ('HAM-A-01', 'BX-MD', 220),
  ('HAM-A-01', 'BX-LG', 180),
  ('HAM-A-02', 'TP-BRN', 200),
  ('HAM-A-02', 'LB-OLD', 30),
  ('HAM-C-01', 'FD-MLK', 72);

INSERT INTO purchase_orders (number, supplier_code, warehouse_code, status, expected_on, created_by) VALUES
  ('PO-1031', 'BRUG', 'RTM', 'received', '2026-02-06', 3),
  ('PO-1032', 'SAFE', 'ANR', 'received', '2026-02-12', 3),
  ('PO-1033', 'KART', 'HAM', 'partly_received', '2026-02-24', 5),
  ('PO-1034', 'CHEM', 'ANR', 'sent', '2026-02-27', 5),
  ('PO-1035', 'KART', 'RTM', 'sent', '2026-03-02', 3),
  ('PO-1036', 'BRUG', 'RTM', 'sent', '2026-03-09', 3),
  ('PO-1037', 'KART', 'ANR', 'sent', '2026-03-06', 5),
  ('PO-1038', 'FOOD', 'HAM', 'sent', '2026-03-12', 1),
  ('PO-1039', 'BRUG', 'HAM', 'draft', '2026-03-20', 3),
  ('PO-1040', 'KART', 'HAM', 'sent', '2026-03-24', 5),
  ('PO-1041', 'MEDI', 'RTM', 'cancelled', '2026-02-20', 3);

INSERT INTO purchase_order_lines (order_number, line_no, sku, quantity, received, price_cents) VALUES
  ('PO-1031', 1, 'BX-SM', 500, 500, 42),
  ('PO-1031', 2, 'TP-BRN', 144, 144, 139),
  ('PO-1032', 1, 'GL-NIT-L', 240, 240, 465),
  ('PO-1033', 1, 'BX-MD', 400, 220, 84),
  ('PO-1033', 2, 'BX-LG', 250, 180, 158),
  ('PO-1034', 1, 'CL-DEG', 50, 0, 2240),
  ('PO-1035', 1, 'BX-MD', 800, 0, 84),
  ('PO-1036', 1, 'TP-FRG', 144, 0, 189),
  ('PO-1036', 2, 'FM-WRP', 160, 0, 615),
  ('PO-1036', 3, 'LB-NEW', 150, 0, 795),
  ('PO-1037', 1, 'BX-SM', 1000, 0, 39),
  ('PO-1038', 1, 'FD-MLK', 96, 0, 155),
  ('PO-1039', 1, 'LB-OLD', 100, 0, 540),
  ('PO-1039', 2, 'LB-NEW', 100, 0, 795),
  ('PO-1040', 1, 'BX-LG', 250, 0, 158),
  ('PO-1041', 1, 'GL-NIT-M', 120, 0, 455);

INSERT INTO transfers (id, sku, quantity, from_bin, to_warehouse, to_bin, status, needed_by, requested_by) VALUES
  (1, 'BX-MD', 80, 'RTM-A-02', 'ANR', 'ANR-A-01', 'completed', '2026-02-10', 2),
  (2, 'TP-BRN', 48, 'HAM-A-02', 'ANR', NULL, 'requested', '2026-03-11', 4),
  (3, 'BX-MD', 60, 'HAM-A-01', 'ANR', NULL, 'requested', '2026-03-13', 4),
  (4, 'BX-SM', 100, 'RTM-A-01', 'HAM', NULL, 'requested', '2026-03-18', 2),
  (5, 'CL-SOAP', 24, 'RTM-B-02', 'ANR', NULL, 'cancelled', '2026-02-20', 2),
  (6, 'VS-HI-XL', 12, 'ANR-A-02', 'HAM', NULL, 'requested', '2026-03-16', 4);

INSERT INTO stock_counts (id, name, warehouse_code, zone_code, status, opened_by) VALUES
  (1, 'February chilled count', 'RTM', 'C', 'closed', 2),
  (2, 'March hazard count', 'ANR', 'H', 'open', 4);

INSERT INTO stock_count_lines (count_id, bin_code, sku, expected, counted) VALUES
  (1, 'RTM-C-01', 'FD-MLK', 62, 60),
  (1, 'RTM-C-01', 'FD-JCE', 84, 84),
  (2, 'ANR-H-01', 'CL-DEG', 38, NULL),
  (2, 'ANR-H-01', 'CL-ACE', 92, NULL);

INSERT INTO adjustments (id, bin_code, sku, delta, reason, note, made_by, made_at) VALUES
  (1, 'RTM-A-01', 'BX-SM', -14, 'damaged', 'Roof leak above the bin', 2, '2026-01-19 10:20:00'),
  (2, 'RTM-C-01', 'FD-MLK', -2, 'count', 'February chilled count', 2, '2026-02-02 15:00:00'),
  (3, 'ANR-A-01', 'BX-LG', -11, 'damaged', 'Fork lift', 4, '2026-02-04 09:10:00'),
  (4, 'RTM-B-01', 'FM-WRP', -4, 'damaged', 'Torn on arrival', 2, '2026-02-11 11:45:00'),
  (5, 'RTM-C-01', 'FD-JCE', -12, 'expired', NULL, 2, '2026-02-13 08:30:00'),
  (6, 'HAM-A-01', 'BX-MD', -9, 'damaged', 'Wet pallet', 4, '2026-02-18 14:05:00'),
  (7, 'ANR-A-02', 'GL-NIT-L', 5, 'found', 'Behind the rack', 4, '2026-02-20 16:30:00'),
  (8, 'RTM-A-05', 'BX-LG', -3, 'lost', NULL, 2, '2026-02-25 13:00:00'),
  (9, 'RTM-A-02', 'BX-MD', -7, 'damaged', 'Crushed', 2, '2026-03-03 09:40:00');

INSERT INTO reservations (id, order_reference, sku, warehouse_code, quantity, status) VALUES
  (1, 'SO-5470', 'BX-SM', 'RTM', 120, 'active'),
  (2, 'SO-5471', 'LB-OLD', 'RTM', 20, 'active'),
  (3, 'SO-5476', 'GL-NIT-L', 'ANR', 60, 'active'),
  (4, 'SO-5480', 'BX-LG', 'ANR', 50, 'active'),
  (5, 'SO-5482', 'LB-OLD', 'HAM', 10, 'active'),
  (6, 'SO-5489', 'VS-HI-XL', 'ANR', 30, 'active'),
  (7, 'SO-5461', 'LB-OLD', 'RTM', 15, 'released'),
  (8, 'SO-5490', 'HM-WHT', 'ANR', 8, 'active');

INSERT INTO movements (id, kind, sku, quantity, from_bin, to_bin, reference, moved_by, moved_at) VALUES
  (1, 'receipt', 'BX-SM', 500, NULL, 'RTM-A-01', 'PO-1031', 2, '2026-02-06 09:00:00'),
  (2, 'receipt', 'TP-BRN', 144, NULL, 'RTM-A-03', 'PO-1031', 2, '2026-02-06 09:10:00'),
  (3, 'transfer', 'BX-MD', 80, 'RTM-A-02', 'ANR-A-01', 'Transfer 1', 4, '2026-02-10 13:30:00'),
  (4, 'receipt', 'GL-NIT-L', 240, NULL, 'ANR-A-02', 'PO-1032', 4, '2026-02-12 10:15:00'),
  (5, 'receipt', 'BX-MD', 220, NULL, 'HAM-A-01', 'PO-1033', 4, '2026-02-24 11:00:00'),
  (6, 'receipt', 'BX-LG', 180, NULL, 'HAM-A-01', 'PO-1033', 4, '2026-02-24 11:20:00'),
  (7, 'adjustment', 'BX-MD', 7, 'RTM-A-02', NULL, 'damaged', 2, '2026-03-03 09:40:00');
