import type { PersonSource, Role } from '../../../lib/contracts/people.ts';

/** Tables of people as kysely sees them. Times are Unix milliseconds, flags 0 or 1. */

export interface PersonRow {
  id: string;
  name: string;
  email: string | null;
  /** JSON list. */
  roles: string;
  via: PersonSource;
  issuer: string | null;
  subject: string | null;
  disabled: number;
  created_at: number;
  seen_at: number | null;
}

export interface SignInRow {
  id: string;
  person: string;
  secret_hash: string;
  device: string;
  created_at: number;
  seen_at: number;
}

export interface InviteRow {
  id: string;
  secret_hash: string;
  role: Role;
  name: string | null;
  note: string;
  by: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  used_by: string | null;
  revoked_at: number | null;
}

export interface ApiTokenRow {
  id: string;
  person: string;
  secret_hash: string;
  prefix: string;
  name: string;
  /** JSON list. */
  scopes: string;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
}
