INSERT INTO users (id, name, email, role, is_active, last_seen_at) VALUES
  (1, 'Dana Whitfield', 'dana.whitfield@rosterly.example', 'lead', 1, datetime('now', '-1 hours')),
  (2, 'Marcus Oyelaran', 'marcus.oyelaran@rosterly.example', 'agent', 1, datetime('now', '-2 hours')),
  (3, 'Priya Raman', 'priya.raman@rosterly.example', 'agent', 1, datetime('now', '-1 days')),
  (4, 'Tomas Herrera', 'tomas.herrera@rosterly.example', 'agent', 1, datetime('now', '-3 hours')),
  (5, 'Ingrid Solberg', 'ingrid.solberg@rosterly.example', 'agent', 1, datetime('now', '-2 days')),
  (6, 'Kwame Boateng', 'kwame.boateng@rosterly.example', 'agent', 1, datetime('now', '-5 hours')),
  (7, 'Leah Feldman', 'leah.feldman@rosterly.example', 'lead', 1, datetime('now', '-4 days')),
  (8, 'Yuki Tanabe', 'yuki.tanabe@rosterly.example', 'agent', 0, datetime('now', '-21 days')),
  (9, 'Samir Haddad', 'samir.haddad@rosterly.example', 'admin', 1, datetime('now', '-6 days'));

INSERT INTO teams (id, name, purpose) VALUES
  (1, 'Billing', 'Invoices, refunds, plans and payment methods'),
  (2, 'Technical Support', 'Faults, integrations and performance'),
  (3, 'Onboarding', 'First set-up, imports and training'),
  (4, 'Enterprise Care', 'Named contacts for enterprise accounts');

INSERT INTO team_members (team_id, user_id, joined_on) VALUES
  (1, 3, '2024-05-06'),
  (1, 5, '2025-01-13'),
  (2, 2, '2023-09-04'),
  (2, 4, '2024-02-19'),
  (2, 6, '2025-08-11'),
  (2, 8, '2024-11-04'),
  (3, 5, '2025-06-02'),
  (3, 8, '2025-03-17'),
  (4, 1, '2023-02-01'),
  (4, 7, '2023-10-16');

INSERT INTO organizations (id, name, domain, plan) VALUES
  (1, 'Fjordkaffe', 'fjordkaffe.example', 'enterprise'),
  (2, 'Maple & Main Bakery', 'maplemain.example', 'starter'),
  (3, 'Castellan Hotels', 'castellan.example', 'enterprise'),
  (4, 'Northgate Clinics', 'northgateclinics.example', 'growth'),
  (5, 'Lumen Fitness', 'lumenfitness.example', 'growth'),
  (6, 'Pettersen Logistics', 'pettersenlog.example', 'enterprise'),
  (7, 'Tidewater Books', 'tidewaterbooks.example', 'starter'),
  (8, 'Alba Catering', 'albacatering.example', 'growth');

INSERT INTO customers (id, organization_id, name, email, phone, locale, created_at) VALUES
  (1, 1, 'Henrik Aas', 'henrik.aas@fjordkaffe.example', '+47 22 55 01 10', 'nb', '2024-03-11 09:20:00'),
  (2, 2, 'Sofia Marchetti', 'sofia@maplemain.example', NULL, 'en', '2025-02-03 14:05:00'),
  (3, 3, 'Owen Gallagher', 'owen.gallagher@castellan.example', '+353 1 555 0133', 'en', '2024-06-24 10:00:00'),
  (4, 3, 'Beatriz Nogueira', 'beatriz.nogueira@castellan.example', NULL, 'pt', '2024-07-02 16:45:00'),
  (5, 4, 'Dr. Amara Eze', 'amara.eze@northgateclinics.example', '+44 20 5550 0144', 'en', '2025-04-15 08:30:00'),
  (6, 5, 'Caleb Winters', 'caleb@lumenfitness.example', NULL, 'en', '2025-05-20 12:10:00'),
  (7, 5, 'Joana Pires', 'joana@lumenfitness.example', NULL, 'pt', '2025-05-21 09:00:00'),
  (8, 6, 'Signe Pettersen', 'signe@pettersenlog.example', '+45 55 50 01 99', 'da', '2023-12-01 07:55:00'),
  (9, 6, 'Rasmus Krogh', 'rasmus.krogh@pettersenlog.example', NULL, 'da', '2024-01-08 11:35:00'),
  (10, 7, 'Eleanor Finch', 'eleanor@tidewaterbooks.example', NULL, 'en', '2025-09-30 17:25:00'),
  (11, 8, 'Matteo Alba', 'matteo@albacatering.example', '+39 02 5550 178', 'it', '2025-03-03 10:40:00'),
  (12, 8, 'Chiara Fontana', 'chiara@albacatering.example', NULL, 'it', '2025-03-04 10:40:00'),
  (13, 4, 'Graham Lister', 'graham.lister@northgateclinics.example', NULL, 'en', '2025-06-18 13:15:00'),
  (14, 1, 'Liv Torgersen', 'liv.torgersen@fjordkaffe.example', NULL, 'nb', '2025-08-26 15:30:00');

INSERT INTO sla_policies (id, name, priority, first_response_minutes, resolution_minutes) VALUES
  (1, 'Relaxed', 'low', 1440, 14400),
  (2, 'Standard', 'normal', 480, 4320),
  (3, 'Priority', 'high', 120, 1440),
  (4, 'Critical', 'urgent', 30, 480);

INSERT INTO tickets (id, subject, status, priority, channel, customer_id, team_id, assignee_id, sla_policy_id, merged_into_id, created_at, first_response_at, resolved_at, updated_at) VALUES
  (101, 'Roster export drops the last column', 'closed', 'normal', 'email', 8, 2, 2, 2, NULL, '2026-02-02 09:00:00', '2026-02-02 11:30:00', '2026-02-03 15:00:00', '2026-02-05 08:00:00'),
  (102, 'Charged twice for January', 'resolved', 'high', 'web', 6, 1, 3, 3, NULL, '2026-02-03 10:15:00', '2026-02-03 13:45:00', '2026-02-04 09:10:00', '2026-02-04 09:10:00'),
  (103, 'Clock-in terminal shows the wrong time zone', 'closed', 'urgent', 'phone', 5, 2, 4, 4, NULL, '2026-02-05 07:40:00', '2026-02-05 07:58:00', '2026-02-05 14:20:00', '2026-02-09 08:00:00'),
  (104, 'How do I invite seasonal staff?', 'closed', 'low', 'chat', 10, 3, 5, 1, NULL, '2026-02-06 12:00:00', '2026-02-06 12:20:00', '2026-02-06 12:45:00', '2026-02-10 08:00:00'),
  (105, 'Overtime report is off by an hour', 'resolved', 'high', 'email', 4, 2, 4, 3, NULL, '2026-02-09 15:30:00', '2026-02-09 18:10:00', '2026-02-11 10:00:00', '2026-02-11 10:00:00'),
  (106, 'VAT number missing on invoice', 'closed', 'normal', 'email', 11, 1, 5, 2, NULL, '2026-02-10 08:05:00', '2026-02-10 10:00:00', '2026-02-10 16:30:00', '2026-02-13 08:00:00'),
  (107, 'Import stalls at 80 percent', 'resolved', 'normal', 'web', 13, 3, 8, 2, NULL, '2026-02-11 09:45:00', '2026-02-12 10:15:00', '2026-02-13 17:00:00', '2026-02-13 17:00:00'),
  (108, 'Push notifications arrive twice', 'resolved', 'normal', 'chat', 7, 2, 6, 2, NULL, '2026-02-13 14:00:00', '2026-02-13 14:12:00', '2026-02-16 11:40:00', '2026-02-16 11:40:00'),
  (109, 'All managers locked out after SSO change', 'closed', 'urgent', 'phone', 3, 4, 7, 4, NULL, '2026-02-17 06:30:00', '2026-02-17 07:25:00', '2026-02-17 10:05:00', '2026-02-20 08:00:00'),
  (110, 'Switch from monthly to yearly billing', 'closed', 'low', 'web', 2, 1, 3, 1, NULL, '2026-02-18 11:10:00', '2026-02-19 09:00:00', '2026-02-19 09:30:00', '2026-02-23 08:00:00'),
  (111, 'Shift swap request cannot be declined', 'resolved', 'high', 'email', 12, 2, 4, 3, NULL, '2026-02-20 13:20:00', '2026-02-20 14:05:00', '2026-02-23 12:00:00', '2026-02-23 12:00:00'),
  (112, 'Training session for new site managers', 'closed', 'normal', 'email', 8, 3, 5, 2, NULL, '2026-02-23 09:00:00', '2026-02-23 09:40:00', '2026-02-25 15:00:00', '2026-02-27 08:00:00'),
  (113, 'Invoice PDF opens as a blank page', 'open', 'normal', 'email', 2, 1, NULL, 2, NULL, '2026-03-02 08:15:00', NULL, NULL, '2026-03-02 08:15:00'),
  (114, 'Calendar sync with Outlook fails', 'open', 'high', 'email', 3, 2, 2, 3, NULL, '2026-03-02 09:05:00', '2026-03-02 09:50:00', NULL, '2026-03-02 09:50:00'),
  (115, 'Outlook calendar still not syncing', 'open', 'normal', 'web', 3, 2, NULL, 2, NULL, '2026-03-03 16:20:00', NULL, NULL, '2026-03-03 16:20:00'),
  (116, 'Refund for unused seats', 'open', 'normal', 'email', 6, 1, 3, 2, NULL, '2026-03-03 10:30:00', '2026-03-03 12:00:00', NULL, '2026-03-03 12:00:00'),
  (117, 'Refund after cancelled trial', 'open', 'low', 'web', 10, 1, 5, 1, NULL, '2026-03-03 11:45:00', NULL, NULL, '2026-03-03 11:45:00'),
  (118, 'Refund requested for February outage', 'on_hold', 'high', 'phone', 9, 1, 3, 3, NULL, '2026-03-02 13:00:00', '2026-03-02 13:40:00', NULL, '2026-03-03 09:00:00'),
  (119, 'Lost phone, cannot pass two-factor login', 'open', 'high', 'phone', 5, 2, 6, 3, NULL, '2026-03-04 07:10:00', '2026-03-04 07:35:00', NULL, '2026-03-04 07:35:00'),
  (120, 'Two-factor codes are rejected on the tablet', 'pending', 'normal', 'chat', 7, 2, 4, 2, NULL, '2026-03-03 18:25:00', '2026-03-04 08:30:00', NULL, '2026-03-04 08:30:00'),
  (121, 'Reset two-factor for a colleague on leave', 'resolved', 'normal', 'email', 13, 2, 4, 2, NULL, '2026-02-27 10:00:00', '2026-02-27 11:10:00', '2026-02-27 11:30:00', '2026-02-27 11:30:00'),
  (122, 'Webhook deliveries delayed by 20 minutes', 'open', 'urgent', 'email', 8, 2, 8, 4, NULL, '2026-03-04 05:50:00', NULL, NULL, '2026-03-04 05:50:00'),
  (123, 'Bulk import of 400 employees', 'pending', 'normal', 'web', 4, 3, 8, 2, NULL, '2026-03-01 10:10:00', '2026-03-01 12:00:00', NULL, '2026-03-02 09:00:00'),
  (124, 'Help with cost-centre set-up', 'open', 'low', 'web', 14, 3, 8, 1, NULL, '2026-03-03 13:35:00', NULL, NULL, '2026-03-03 13:35:00'),
  (125, 'Mobile app crashes when opening open shifts', 'open', 'high', 'chat', 12, 2, NULL, 3, NULL, '2026-03-03 08:55:00', NULL, NULL, '2026-03-03 08:55:00'),
  (126, 'Roster page loads slowly on Mondays', 'open', 'low', 'web', 10, 2, NULL, 1, NULL, '2026-03-04 09:15:00', NULL, NULL, '2026-03-04 09:15:00'),
  (127, 'Night shifts are split at midnight', 'pending', 'normal', 'email', 9, 2, 2, 2, NULL, '2026-03-01 20:00:00', '2026-03-02 08:10:00', NULL, '2026-03-02 08:10:00'),
  (128, 'Payroll export rejected by our provider', 'open', 'urgent', 'phone', 1, 4, 1, 4, NULL, '2026-03-04 08:00:00', '2026-03-04 08:20:00', NULL, '2026-03-04 08:20:00'),
  (129, 'Update billing contact', 'closed', 'low', 'email', 13, 1, 5, 1, NULL, '2026-02-24 14:00:00', '2026-02-24 15:30:00', '2026-02-24 15:40:00', '2026-02-27 08:00:00'),
  (130, 'Break rules ignored for under-18 staff', 'on_hold', 'normal', 'email', 11, 2, 4, 2, NULL, '2026-02-26 09:30:00', '2026-02-26 10:20:00', NULL, '2026-02-27 14:00:00');

INSERT INTO ticket_messages (id, ticket_id, user_id, customer_id, is_internal, body, created_at) VALUES
  (1, 101, NULL, 8, 0, 'The CSV export is missing the cost-centre column since last week.', '2026-02-02 09:00:00'),
  (2, 101, 2, NULL, 0, 'Thanks Signe, we found the cause and a fix goes out tomorrow.', '2026-02-02 11:30:00'),
  (3, 102, NULL, 6, 0, 'Our card was charged twice for January.', '2026-02-03 10:15:00'),
  (4, 102, 3, NULL, 0, 'The second charge has been returned to your card.', '2026-02-03 13:45:00'),
  (5, 103, NULL, 5, 0, 'Every clock-in this morning is an hour early.', '2026-02-05 07:40:00'),
  (6, 103, 4, NULL, 0, 'The site time zone was reset by an update, we are correcting it now.', '2026-02-05 07:58:00'),
  (7, 105, NULL, 4, 0, 'Overtime totals differ by an hour from the time sheets.', '2026-02-09 15:30:00'),
  (8, 107, NULL, 13, 0, 'The employee import stops at 80 percent every time.', '2026-02-11 09:45:00'),
  (9, 109, NULL, 3, 0, 'Nobody in management can log in since we changed the identity provider.', '2026-02-17 06:30:00'),
  (10, 109, 7, NULL, 0, 'I have switched your account to password login while we repair the link.', '2026-02-17 07:25:00'),
  (11, 113, NULL, 2, 0, 'The February invoice downloads, but the PDF is an empty page.', '2026-03-02 08:15:00'),
  (12, 114, NULL, 3, 0, 'Shifts have not reached Outlook since Saturday.', '2026-03-02 09:05:00'),
  (13, 114, 2, NULL, 0, 'Could you tell me which mailbox you connected?', '2026-03-02 09:50:00'),
  (14, 115, NULL, 3, 0, 'Still nothing in Outlook. It is the shared front-desk mailbox.', '2026-03-03 16:20:00'),
  (15, 116, NULL, 6, 0, 'We cut 12 seats in February and would like the difference back.', '2026-03-03 10:30:00'),
  (16, 116, 3, NULL, 0, 'I am checking the seat history and will be back today.', '2026-03-03 12:00:00'),
  (17, 117, NULL, 10, 0, 'I cancelled on the last day of the trial but was charged.', '2026-03-03 11:45:00'),
  (18, 118, NULL, 9, 0, 'We lost a morning on 17 February and ask for a credit.', '2026-03-02 13:00:00'),
  (19, 118, 3, NULL, 1, 'Waiting for the incident review before any credit.', '2026-03-03 09:00:00'),
  (20, 119, NULL, 5, 0, 'My phone was stolen and I cannot log in.', '2026-03-04 07:10:00'),
  (21, 120, NULL, 7, 0, 'The tablet in reception refuses every code.', '2026-03-03 18:25:00'),
  (22, 122, NULL, 8, 0, 'Our dispatch system receives webhooks 20 minutes late.', '2026-03-04 05:50:00'),
  (23, 123, NULL, 4, 0, 'Attached is the list of 400 people for the Lisbon hotels.', '2026-03-01 10:10:00'),
  (24, 125, NULL, 12, 0, 'The app closes as soon as I tap open shifts, on three phones.', '2026-03-03 08:55:00'),
  (25, 128, NULL, 1, 0, 'The payroll provider rejects our file with error 17.', '2026-03-04 08:00:00'),
  (26, 128, 1, NULL, 0, 'Thanks Henrik, please send me the rejected file.', '2026-03-04 08:20:00');

INSERT INTO tags (name, meaning) VALUES
  ('refund', 'The customer asks for money back'),
  ('2fa', 'Two-factor login'),
  ('integration', 'Connected calendars, payroll and webhooks'),
  ('duplicate', 'Another ticket about the same thing was merged into this one'),
  ('mobile', 'The phone apps'),
  ('import', 'Data imports'),
  ('vip', 'A named contact of an enterprise account'),
  ('goodwill', 'Money given back as goodwill');

INSERT INTO ticket_tags (ticket_id, tag_name) VALUES
  (101, 'integration'),
  (102, 'refund'),
  (107, 'import'),
  (109, 'vip'),
  (114, 'integration'),
  (115, 'integration'),
  (116, 'refund'),
  (117, 'refund'),
  (118, 'refund'),
  (119, '2fa'),
  (120, '2fa'),
  (121, '2fa'),
  (122, 'integration'),
  (123, 'import'),
  (125, 'mobile'),
  (128, 'vip');

INSERT INTO macros (id, name, reply_body, set_status, add_tag, times_used, created_by_id) VALUES
  (1, 'Refund approved', 'Good news: your refund was approved and reaches your account within five working days.', 'resolved', 'goodwill', 41, 1),
  (2, 'Refund declined', 'We looked into it, but this charge is outside our refund terms. We are happy to explain why.', 'resolved', NULL, 12, 1),
  (3, 'Ask for a screenshot', 'Could you send us a screenshot of what you see?', 'pending', NULL, 96, 7),
  (4, 'Known issue', 'This is a known issue. We are working on it and will write as soon as it is fixed.', 'on_hold', NULL, 33, 2);

INSERT INTO article_categories (id, name, position) VALUES
  (1, 'Getting started', 1),
  (2, 'Account & Security', 2),
  (3, 'Billing', 3),
  (4, 'Integrations', 4),
  (5, 'Unsorted', 9);

INSERT INTO articles (id, category_id, author_id, title, body, status, helpful_count, unhelpful_count, reviewed_at) VALUES
  (1, 1, 5, 'Invite your first employees', 'Open People, choose Invite, paste the addresses.', 'published', 210, 14, datetime('now', '-80 days')),
  (2, 1, 5, 'Import employees from a spreadsheet', 'Use the template; dates are year-month-day.', 'published', 175, 38, datetime('now', '-120 days')),
  (3, 2, 4, 'Change your password', 'Profile, Security, Change password.', 'published', 330, 9, datetime('now', '-45 days')),
  (4, 5, 4, 'Reset two-factor login after losing a phone', 'An administrator opens the person, Security, Reset two-factor.', 'draft', 0, 0, NULL),
  (5, 3, 3, 'Read your invoice', 'Each line names the seats, the period and the tax.', 'published', 88, 21, datetime('now', '-200 days')),
  (6, 3, 3, 'Refund terms', 'Unused seats are credited from the next month on.', 'published', 64, 52, datetime('now', '-30 days')),
  (7, 4, 2, 'Connect an Outlook calendar', 'Choose Calendar, Outlook, and sign in with the mailbox owner.', 'published', 120, 71, datetime('now', '-150 days')),
  (8, 4, 2, 'Webhook payloads', 'Every event has an id, a type and a time.', 'published', 97, 6, datetime('now', '-60 days')),
  (9, 2, 6, 'Set up single sign-on', 'Enter the metadata address of your identity provider.', 'archived', 45, 40, datetime('now', '-400 days')),
  (10, 4, 6, 'Payroll export formats', 'Fixed width, CSV and JSON are available.', 'draft', 0, 0, NULL);

INSERT INTO ticket_articles (ticket_id, article_id, linked_by_id) VALUES
  (104, 1, 5),
  (106, 5, 5),
  (114, 7, 2),
  (116, 6, 3);

INSERT INTO satisfaction_ratings (id, ticket_id, agent_id, score, comment, follow_up_note, rated_at) VALUES
  (1, 101, 2, 5, 'Quick and clear.', NULL, '2026-02-05 09:00:00'),
  (2, 102, 3, 4, NULL, NULL, '2026-02-04 12:00:00'),
  (3, 103, 4, 2, 'Payroll was wrong for a whole day.', 'Called the clinic, credit offered.', '2026-02-06 08:15:00'),
  (4, 104, 5, 5, NULL, NULL, '2026-02-06 13:00:00'),
  (5, 105, 4, 3, 'It took two days.', NULL, '2026-02-11 12:30:00'),
  (6, 106, 5, 4, NULL, NULL, '2026-02-11 09:20:00'),
  (7, 107, 8, 1, 'Nobody answered for a day.', NULL, '2026-02-14 10:00:00'),
  (8, 108, 6, 4, NULL, NULL, '2026-02-16 15:00:00'),
  (9, 109, 7, 3, 'Solved, but we waited an hour.', NULL, '2026-02-18 09:00:00'),
  (10, 110, 3, 5, NULL, NULL, '2026-02-19 18:00:00'),
  (11, 111, 4, 3, 'Fine in the end.', NULL, '2026-02-23 16:00:00'),
  (12, 112, 5, 5, 'Great session!', NULL, '2026-02-26 08:00:00'),
  (13, 121, 4, 2, 'I was asked the same thing three times.', NULL, '2026-02-27 15:00:00');

INSERT INTO escalations (id, ticket_id, from_team_id, to_team_id, reason, escalated_by_id, created_at) VALUES
  (1, 109, 2, 4, 'Enterprise account fully locked out', 2, '2026-02-17 06:45:00'),
  (2, 128, 2, 4, 'Pay day is tomorrow', 4, '2026-03-04 08:10:00');

INSERT INTO ticket_events (id, ticket_id, actor_id, kind, detail, created_at) VALUES
  (1, 109, 2, 'escalated', 'Technical Support to Enterprise Care', '2026-02-17 06:45:00'),
  (2, 109, 7, 'status', 'open to resolved', '2026-02-17 10:05:00'),
  (3, 118, 3, 'status', 'open to on_hold', '2026-03-03 09:00:00'),
  (4, 128, 4, 'escalated', 'Technical Support to Enterprise Care', '2026-03-04 08:10:00'),
  (5, 128, 1, 'assigned', 'Dana Whitfield', '2026-03-04 08:15:00');
