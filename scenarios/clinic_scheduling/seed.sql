INSERT INTO users (id, name, role) VALUES
  (1, 'Teresa Quinn', 'manager'),
  (2, 'Joel Barker', 'reception'),
  (3, 'Amina Warsame', 'reception'),
  (4, 'Samuel Okafor', 'nurse');

INSERT INTO specialties (code, name) VALUES
  ('GENP', 'General practice'),
  ('DERM', 'Dermatology'),
  ('PHYS', 'Physiotherapy'),
  ('CARD', 'Cardiology'),
  ('NURS', 'Nursing'),
  ('PAED', 'Paediatrics');

INSERT INTO practitioners (id, name, specialty_code, accepts_new_patients) VALUES
  (1, 'Dr. Hanna Lindqvist', 'GENP', 1),
  (2, 'Dr. Kofi Osei', 'DERM', 1),
  (3, 'Marta Silva', 'PHYS', 1),
  (4, 'Dr. Ravi Menon', 'CARD', 1),
  (5, 'Dr. Joan Mercer', 'GENP', 1),
  (6, 'Samuel Okafor', 'NURS', 1),
  (7, 'Dr. Elif Demir', 'PAED', 1),
  (8, 'Dr. Peter Vance', 'CARD', 0);

INSERT INTO working_hours (practitioner_id, weekday, starts, ends) VALUES
  (1, 0, '08:00', '15:00'),
  (1, 1, '08:00', '15:00'),
  (1, 2, '08:00', '15:00'),
  (1, 3, '08:00', '15:00'),
  (2, 1, '09:00', '16:00'),
  (2, 3, '09:00', '16:00'),
  (3, 0, '09:00', '17:00'),
  (3, 2, '09:00', '17:00'),
  (3, 4, '09:00', '17:00'),
  (4, 0, '10:00', '17:00'),
  (4, 2, '10:00', '17:00'),
  (5, 0, '09:00', '13:00'),
  (5, 1, '09:00', '13:00'),
  (5, 2, '09:00', '13:00'),
  (5, 3, '09:00', '13:00'),
  (5, 4, '09:00', '13:00'),
  (6, 0, '08:00', '12:00'),
  (6, 1, '08:00', '12:00'),
  (6, 2, '08:00', '12:00'),
  (6, 3, '08:00', '12:00'),
  (6, 4, '08:00', '12:00'),
  (7, 1, '09:00', '15:00'),
  (7, 2, '09:00', '15:00'),
  (7, 3, '09:00', '15:00'),
  (8, 4, '09:00', '12:00');

INSERT INTO absences (id, practitioner_id, first_day, last_day, reason) VALUES
  (1, 2, '2026-04-20', '2026-04-24', 'Holiday'),
  (2, 7, '2026-05-12', '2026-05-13', 'Conference'),
  (3, 8, '2026-05-01', '2026-05-29', 'Parental leave');

INSERT INTO rooms (id, name, kind, floor) VALUES
  (1, 'Alder', 'consult', 0),
  (2, 'Birch', 'procedure', 0),
  (3, 'Cedar', 'consult', 0),
  (4, 'Dogwood', 'therapy', 1),
  (5, 'Elm', 'consult', 1),
  (6, 'Fir', 'lab', 0),
  (7, 'Rowan', 'procedure', 1),
  (8, 'Hazel', 'procedure', 1);

INSERT INTO equipment (code, name) VALUES
  ('ECG', 'Electrocardiograph'),
  ('ULTRA', 'Ultrasound'),
  ('DERMA', 'Dermatoscope'),
  ('LIFT', 'Patient lift'),
  ('CENTRI', 'Centrifuge');

INSERT INTO room_equipment (room_id, equipment_code) VALUES
  (2, 'ECG'),
  (4, 'LIFT'),
  (6, 'CENTRI'),
  (7, 'ECG'),
  (7, 'ULTRA'),
  (8, 'DERMA'),
  (8, 'ULTRA');

INSERT INTO appointment_types (code, name, minutes, room_kind, specialty_code) VALUES
  ('GP20', 'GP consultation', 20, 'consult', 'GENP'),
  ('NEW40', 'New patient check', 40, 'consult', 'GENP'),
  ('SKIN30', 'Skin consultation', 30, 'procedure', 'DERM'),
  ('PHYSIO45', 'Physiotherapy session', 45, 'therapy', 'PHYS'),
  ('ECG30', 'Electrocardiogram', 30, 'procedure', 'CARD'),
  ('HEART30', 'Cardiology consultation', 30, 'consult', 'CARD'),
  ('VACC10', 'Vaccination', 10, 'lab', 'NURS'),
  ('BLOOD10', 'Blood sample', 10, 'lab', 'NURS'),
  ('CHILD30', 'Child check-up', 30, 'consult', 'PAED');

INSERT INTO insurers (id, name) VALUES
  (1, 'Commonwealth Health Fund'),
  (2, 'Northern Mutual'),
  (3, 'Evergreen Care'),
  (4, 'Harbour Family Plan');

INSERT INTO patients (id, record_number, name, birth_date, phone, email, language, insurer_id, primary_practitioner_id) VALUES
  (1, 'CH-0101', 'Agnes Kowalczyk', '1951-03-17', '555-0101', NULL, 'Polish', 1, 1),
  (2, 'CH-0102', 'Benjamin Adeyemi', '1988-11-02', '555-0102', 'ben.adeyemi@post.example', 'English', 2, 1),
  (3, 'CH-0103', 'Carmen Ruiz', '1979-07-29', '555-0103', 'carmen.ruiz@post.example', 'Spanish', 1, 5),
  (4, 'CH-0104', 'Dmitri Volkov', '1963-01-08', '555-0104', NULL, 'Russian', 3, 5),
  (5, 'CH-0105', 'Emily Hart', '1995-05-21', NULL, 'emily.hart@post.example', 'English', 4, 1),
  (6, 'CH-0106', 'Farah Nouri', '1984-09-13', '555-0106', 'farah.nouri@post.example', 'Farsi', 2, 5),
  (7, 'CH-0107', 'Gabriel Santos', '2019-02-10', '555-0107', NULL, 'Portuguese', 4, 7),
  (8, 'CH-0108', 'Helen Park', '1972-12-30', '555-0108', 'helen.park@post.example', 'English', 3, 1),
  (9, 'CH-0109', 'Ivan Petrov', '1957-06-05', '555-0109', NULL, 'Bulgarian', 1, 5),
  (10, 'CH-0110', 'Jasmine Cole', '2001-10-19', '555-0110', 'jas.cole@post.example', 'English', NULL, 1),
  (11, 'CH-0111', 'Khalid Rahman', '1969-04-26', '555-0111', NULL, 'Arabic', 2, 5),
  (12, 'CH-0112', 'Lucy Brennan', '2017-08-15', '555-0112', NULL, 'English', 4, 7),
  (13, 'CH-0113', 'Mei-Ling Zhao', '1948-02-02', '555-0113', NULL, 'Mandarin', 1, 5),
  (14, 'CH-0114', 'Noah Fischer', '1990-03-03', '555-0114', 'noah.fischer@post.example', 'English', 3, 1),
  (15, 'CH-0115', 'Olga Simonsen', '1966-07-07', '555-0115', NULL, 'English', 2, 5),
  (16, 'CH-0116', 'Paul Dubois', '1975-11-11', '555-0116', 'paul.dubois@post.example', 'French', 3, 1),
  (17, 'CH-0117', 'Ruth Abara', '1982-01-24', '555-0117', NULL, 'English', 4, 5),
  (18, 'CH-0118', 'Stefan Lang', '1959-09-09', '555-0118', NULL, 'German', 1, 1),
  (19, 'CH-0119', 'Tara O''Neill', '1998-06-16', '555-0119', 'tara.oneill@post.example', 'English', 2, 1),
  (20, 'CH-0120', 'Victor Almeida', '1944-12-01', '555-0120', NULL, 'Portuguese', 1, 5);

INSERT INTO patient_alerts (id, patient_id, kind, text) VALUES
  (1, 1, 'interpreter', 'Polish interpreter needed'),
  (2, 1, 'mobility', 'Uses a walking frame'),
  (3, 4, 'interpreter', 'Russian interpreter needed'),
  (4, 5, 'allergy', 'Penicillin'),
  (5, 9, 'interpreter', 'Bulgarian interpreter needed'),
  (6, 11, 'allergy', 'Latex'),
  (7, 13, 'interpreter', 'Mandarin interpreter needed'),
  (8, 13, 'mobility', 'Wheelchair'),
  (9, 16, 'allergy', 'Ibuprofen'),
  (10, 20, 'mobility', 'Needs the patient lift');

INSERT INTO appointments (id, patient_id, practitioner_id, room_id, type_code, starts_at, ends_at, status, cancel_reason, booked_by) VALUES
  (201, 10, 1, 1, 'GP20', '2026-01-13T09:00', '2026-01-13T09:20', 'no_show', NULL, 2),
  (202, 2, 1, 1, 'GP20', '2026-01-14T10:00', '2026-01-14T10:20', 'completed', NULL, 2),
  (203, 17, 5, 3, 'GP20', '2026-01-22T11:00', '2026-01-22T11:20', 'no_show', NULL, 3),
  (204, 10, 1, 1, 'GP20', '2026-02-03T08:40', '2026-02-03T09:00', 'no_show', NULL, 2),
  (205, 14, 1, 1, 'GP20', '2026-02-11T13:00', '2026-02-11T13:20', 'no_show', NULL, 2),
  (206, 17, 6, 6, 'VACC10', '2026-02-17T09:10', '2026-02-17T09:20', 'completed', NULL, 3),
  (207, 10, 6, 6, 'BLOOD10', '2026-03-05T08:30', '2026-03-05T08:40', 'cancelled', 'Patient asked', 3),
  (208, 17, 5, 3, 'GP20', '2026-03-12T12:00', '2026-03-12T12:20', 'no_show', NULL, 3),
  (209, 16, 4, 5, 'HEART30', '2026-03-18T11:00', '2026-03-18T11:30', 'completed', NULL, 2),
  (210, 10, 5, 3, 'GP20', '2026-04-09T10:20', '2026-04-09T10:40', 'no_show', NULL, 2),
  (211, 3, 2, 8, 'SKIN30', '2026-04-14T10:00', '2026-04-14T10:30', 'completed', NULL, 3),
  (212, 19, 1, 1, 'GP20', '2026-05-04T08:20', '2026-05-04T08:40', 'confirmed', NULL, 2),
  (213, 4, 4, 2, 'ECG30', '2026-05-04T10:30', '2026-05-04T11:00', 'booked', NULL, 2),
  (214, 8, 1, 1, 'GP20', '2026-05-05T09:00', '2026-05-05T09:20', 'booked', NULL, 3),
  (215, 1, 3, 4, 'PHYSIO45', '2026-05-06T10:30', '2026-05-06T11:15', 'confirmed', NULL, 2),
  (216, 20, 3, 4, 'PHYSIO45', '2026-05-06T13:00', '2026-05-06T13:45', 'booked', NULL, 2),
  (217, 2, 1, 1, 'GP20', '2026-05-07T08:20', '2026-05-07T08:40', 'booked', NULL, 2),
  (218, 5, 1, 1, 'GP20', '2026-05-07T09:00', '2026-05-07T09:20', 'confirmed', NULL, 3),
  (219, 14, 1, 1, 'GP20', '2026-05-07T10:40', '2026-05-07T11:00', 'cancelled', 'Patient asked', 2),
  (220, 16, 1, 3, 'NEW40', '2026-05-07T13:00', '2026-05-07T13:40', 'booked', NULL, 3),
  (221, 3, 5, 3, 'GP20', '2026-05-07T09:00', '2026-05-07T09:20', 'booked', NULL, 3),
  (222, 18, 3, 4, 'PHYSIO45', '2026-05-08T09:00', '2026-05-08T09:45', 'booked', NULL, 2),
  (223, 10, 1, 1, 'GP20', '2026-05-11T11:00', '2026-05-11T11:20', 'booked', NULL, 2),
  (224, 15, 4, 2, 'ECG30', '2026-05-11T10:00', '2026-05-11T10:30', 'confirmed', NULL, 2),
  (225, 9, 4, 2, 'ECG30', '2026-05-11T11:00', '2026-05-11T11:30', 'booked', NULL, 3),
  (226, 11, 4, 2, 'ECG30', '2026-05-11T13:30', '2026-05-11T14:00', 'cancelled', 'Patient moved away', 3),
  (227, 6, 2, 8, 'SKIN30', '2026-05-12T10:00', '2026-05-12T10:30', 'booked', NULL, 3),
  (228, 4, 4, 1, 'HEART30', '2026-05-13T10:30', '2026-05-13T11:00', 'confirmed', NULL, 2),
  (229, 15, 4, 1, 'HEART30', '2026-05-13T15:00', '2026-05-13T15:30', 'booked', NULL, 2),
  (230, 17, 5, 3, 'GP20', '2026-05-14T09:00', '2026-05-14T09:20', 'booked', NULL, 3),
  (231, 11, 5, 3, 'GP20', '2026-05-14T09:20', '2026-05-14T09:40', 'confirmed', NULL, 3),
  (232, 6, 5, 3, 'GP20', '2026-05-14T09:50', '2026-05-14T10:10', 'booked', NULL, 2),
  (233, 15, 5, 3, 'GP20', '2026-05-14T10:30', '2026-05-14T10:50', 'booked', NULL, 2),
  (234, 13, 5, 3, 'GP20', '2026-05-15T09:00', '2026-05-15T09:20', 'booked', NULL, 3),
  (235, 9, 6, 6, 'BLOOD10', '2026-05-15T08:30', '2026-05-15T08:40', 'booked', NULL, 2),
  (236, 17, 6, 6, 'VACC10', '2026-05-15T09:00', '2026-05-15T09:10', 'booked', NULL, 2),
  (237, 12, 7, 5, 'CHILD30', '2026-05-14T11:00', '2026-05-14T11:30', 'booked', NULL, 3);

INSERT INTO appointment_notes (id, appointment_id, author_id, text) VALUES
  (1, 209, 1, 'Sent the summary to the family doctor'),
  (2, 215, 2, 'Daughter comes along'),
  (3, 224, 3, 'Prefers mornings');

INSERT INTO reminders (id, appointment_id, channel, send_on, status) VALUES
  (1, 212, 'sms', '2026-05-02', 'sent'),
  (2, 215, 'phone', '2026-05-05', 'planned'),
  (3, 218, 'email', '2026-05-06', 'planned'),
  (4, 223, 'sms', '2026-05-10', 'planned'),
  (5, 227, 'email', '2026-05-11', 'planned'),
  (6, 236, 'sms', '2026-05-14', 'planned');

INSERT INTO waiting_list (id, patient_id, specialty_code, urgency, added_on, note, status, appointment_id) VALUES
  (1, 19, 'DERM', 'routine', '2026-03-02', 'Mole check', 'waiting', NULL),
  (2, 8, 'DERM', 'soon', '2026-04-21', 'Rash on both arms', 'waiting', NULL),
  (3, 16, 'DERM', 'soon', '2026-04-08', 'Eczema is worse', 'waiting', NULL),
  (4, 2, 'PHYS', 'routine', '2026-04-15', NULL, 'waiting', NULL),
  (5, 12, 'PAED', 'urgent', '2026-04-27', 'Fever for a week', 'booked', 237),
  (6, 3, 'DERM', 'urgent', '2026-04-01', NULL, 'booked', 211),
  (7, 14, 'CARD', 'soon', '2026-04-29', 'Palpitations', 'waiting', NULL),
  (8, 5, 'PHYS', 'soon', '2026-04-30', 'Knee after a fall', 'waiting', NULL);

INSERT INTO referrals (id, patient_id, from_practitioner_id, specialty_code, reason, created_on, status, accepted_by_id, decline_reason, appointment_id) VALUES
  (1, 16, 1, 'CARD', 'Raised blood pressure', '2026-03-04', 'scheduled', 4, NULL, 209),
  (2, 18, 1, 'CARD', 'Chest tightness on stairs', '2026-04-22', 'pending', NULL, NULL, NULL),
  (3, 18, 5, 'CARD', 'Chest tightness', '2026-04-24', 'pending', NULL, NULL, NULL),
  (4, 20, 5, 'PHYS', 'Hip stiffness', '2026-04-02', 'scheduled', 3, NULL, 216),
  (5, 6, 5, 'DERM', 'Patch on the left cheek', '2026-04-16', 'scheduled', 2, NULL, 227),
  (6, 17, 5, 'PHYS', 'Back pain', '2026-04-28', 'accepted', 3, NULL, NULL),
  (7, 14, 1, 'DERM', 'Acne', '2026-04-10', 'declined', NULL, 'First line treatment not tried', NULL);
