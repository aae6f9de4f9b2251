CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('reception', 'nurse', 'manager'))
);

CREATE TABLE specialties (
  code TEXT PRIMARY KEY CHECK (length(code) = 4),
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE practitioners (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  specialty_code TEXT NOT NULL,
  accepts_new_patients INTEGER NOT NULL DEFAULT 1 CHECK (accepts_new_patients IN (0, 1)),
  FOREIGN KEY (specialty_code) REFERENCES specialties(code)
);
CREATE INDEX idx_practitioners_specialty ON practitioners(specialty_code);

CREATE TABLE working_hours (
  practitioner_id INTEGER NOT NULL,
  weekday INTEGER NOT NULL CHECK (weekday BETWEEN 0 AND 6),
  starts TEXT NOT NULL,
  ends TEXT NOT NULL,
  PRIMARY KEY (practitioner_id, weekday),
  CHECK (starts < ends),
  FOREIGN KEY (practitioner_id) REFERENCES practitioners(id) ON DELETE CASCADE
);

CREATE TABLE absences (
  id INTEGER PRIMARY KEY,
  practitioner_id INTEGER NOT NULL,
  first_day TEXT NOT NULL,
  last_day TEXT NOT NULL,
  reason TEXT NOT NULL,
  CHECK (first_day <= last_day),
  FOREIGN KEY (practitioner_id) REFERENCES practitioners(id) ON DELETE CASCADE
);
CREATE INDEX idx_absences_practitioner ON absences(practitioner_id);

CREATE TABLE rooms (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('consult', 'procedure', 'therapy', 'lab')),
  floor INTEGER NOT NULL
);

CREATE TABLE equipment (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE TABLE room_equipment (
  room_id INTEGER NOT NULL,
  equipment_code TEXT NOT NULL,
  PRIMARY KEY (room_id, equipment_code),
  FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE CASCADE,
  FOREIGN KEY (equipment_code) REFERENCES equipment(code)
);

CREATE TABLE appointment_types (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  minutes INTEGER NOT NULL CHECK (minutes % 5 = 0),
  room_kind TEXT NOT NULL CHECK (room_kind IN ('consult', 'procedure', 'therapy', 'lab')),
  specialty_code TEXT NOT NULL,
  FOREIGN KEY (specialty_code) REFERENCES specialties(code)
);

CREATE TABLE insurers (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE patients (
  id INTEGER PRIMARY KEY,
  record_number TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  birth_date TEXT NOT NULL,
  phone TEXT,
  email TEXT,
  language TEXT NOT NULL DEFAULT 'English',
  insurer_id INTEGER,
  primary_practitioner_id INTEGER,
  FOREIGN KEY (insurer_id) REFERENCES insurers(id),
  FOREIGN KEY (primary_practitioner_id) REFERENCES practitioners(id)
);
CREATE INDEX idx_patients_name ON patients(name);

CREATE TABLE patient_alerts (
  id INTEGER PRIMARY KEY,
  patient_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('allergy', 'mobility', 'interpreter', 'attendance')),
  text TEXT NOT NULL,
  FOREIGN KEY (patient_id) REFERENCES patients(id) ON DELETE CASCADE
);
CREATE INDEX idx_patient_alerts_patient ON patient_alerts(patient_id);

CREATE TABLE appointments (
  id INTEGER PRIMARY KEY,
  patient_id INTEGER NOT NULL,
  practitioner_id INTEGER NOT NULL,
  room_id INTEGER NOT NULL,
  type_code TEXT NOT NULL,
  starts_at TEXT NOT NULL,
  ends_at TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('booked', 'confirmed', 'arrived', 'completed', 'cancelled', 'no_show')),
  cancel_reason TEXT,
  booked_by INTEGER NOT NULL,
  CHECK (starts_at < ends_at),
  CHECK (cancel_reason IS NULL OR status = 'cancelled'),
  FOREIGN KEY (patient_id) REFERENCES patients(id),
  FOREIGN KEY (practitioner_id) REFERENCES practitioners(id),
  FOREIGN KEY (room_id) REFERENCES rooms(id),
  FOREIGN KEY (type_code) REFERENCES appointment_types(code),
  FOREIGN KEY (booked_by) REFERENCES users(id)
);
CREATE INDEX idx_appointments_practitioner ON appointments(practitioner_id, starts_at);
CREATE INDEX idx_appointments_patient ON appointments(patient_id);

CREATE TABLE appointment_notes (
  id INTEGER PRIMARY KEY,
  appointment_id INTEGER NOT NULL,
  author_id INTEGER NOT NULL,
  text TEXT NOT NULL,
  FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  FOREIGN KEY (author_id) REFERENCES users(id)
);

CREATE TABLE reminders (
  id INTEGER PRIMARY KEY,
  appointment_id INTEGER NOT NULL,
  channel TEXT NOT NULL CHECK (channel IN ('sms', 'email', 'phone')),
  send_on TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('planned', 'sent', 'cancelled')),
  UNIQUE (appointment_id, channel, send_on),
  FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE
);

CREATE TABLE waiting_list (
  id INTEGER PRIMARY KEY,
  patient_id INTEGER NOT NULL,
  specialty_code TEXT NOT NULL,
  urgency TEXT NOT NULL CHECK (urgency IN ('routine', 'soon', 'urgent')),
  added_on TEXT NOT NULL,
  note TEXT,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'booked', 'removed')),
  appointment_id INTEGER,
  FOREIGN KEY (patient_id) REFERENCES patients(id),
  FOREIGN KEY (specialty_code) REFERENCES specialties(code),
  FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE SET NULL
);
CREATE INDEX idx_waiting_list_specialty ON waiting_list(specialty_code, status);

CREATE TABLE referrals (
  id INTEGER PRIMARY KEY,
  patient_id INTEGER NOT NULL,
  from_practitioner_id INTEGER NOT NULL,
  specialty_code TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_on TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'accepted', 'declined', 'scheduled')),
  accepted_by_id INTEGER,
  decline_reason TEXT,
  appointment_id INTEGER,
  FOREIGN KEY (patient_id) REFERENCES patients(id),
  FOREIGN KEY (from_practitioner_id) REFERENCES practitioners(id),
  FOREIGN KEY (specialty_code) REFERENCES specialties(code),
  FOREIGN KEY (accepted_by_id) REFERENCES practitioners(id),
  FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE SET NULL
);
CREATE INDEX idx_referrals_status ON referrals(status);
