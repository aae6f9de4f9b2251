import type { IncomingHttpHeaders } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { permissionsOf, type Principal } from '../../lib/contracts/people.ts';
import { Catalog } from '../store/catalog.ts';
import { CatalogPeople } from '../store/people/people-shelf.ts';
import { Accounts } from './accounts.ts';
import { runCommand } from './commands.ts';
import { SIGN_IN_IDLE_MS, SIGN_IN_MOST_MS } from './sign-ins.ts';

const HOUR = 3_600_000;
const OWN_PAGE = { host: '127.0.0.1:8000', 'sec-fetch-site': 'same-origin' };
const LEAD = { id: '', name: 'Lena' };

let now: number;
let catalog: Catalog;
let accounts: Accounts;
let visitor: Principal;

beforeEach(() => {
  now = 1_000_000;
  catalog = new Catalog(':memory:');
  accounts = new Accounts({
    shelf: new CatalogPeople(catalog, ''),
    homeDir: '/home/of/studio',
    visitors: new Set(),
    oidc: null,
    now: () => now,
  });
  visitor = accounts.principal({});
});

function invited(role: 'annotator' | 'admin' | 'researcher' = 'annotator', name = 'Ada') {
  const { secret } = accounts.invites.create({ role, name, note: '', expiresInHours: 1 }, LEAD);
  return accounts.invites.use(secret, undefined, visitor);
}

function bearerOf(role: 'annotator' | 'admin' | 'researcher' = 'annotator', name = 'Ada') {
  const { bearer } = accounts.begin(invited(role, name), { 'user-agent': 'Test' });
  return { authorization: `Bearer ${bearer ?? ''}` };
}

function all(): string {
  const tables = ['people', 'sign_ins', 'invites', 'api_tokens', 'access_log'];
  return JSON.stringify(tables.map((table) => catalog.raw.prepare(`SELECT * FROM ${table}`).all()));
}

describe('invites', () => {
  it('work once, and say why where they do not', () => {
    const make = () => accounts.invites.create({ role: 'lead', note: 'n', expiresInHours: 1 }, LEAD);
    const { secret, invite } = make();
    expect(accounts.invites.look(secret)).toMatchObject({ role: 'lead', note: 'n' });
    expect(() => accounts.invites.use(secret, undefined, visitor)).toThrow('Say your name');
    expect(accounts.invites.use(secret, ' Ada ', visitor)).toMatchObject({ name: 'Ada', roles: ['lead'] });
    expect(() => accounts.invites.use(secret, 'Eve', visitor)).toThrow('used already');
    expect(() => accounts.invites.revoke(invite.id, LEAD)).toThrow('used or taken back');
    const revoked = make();
    accounts.invites.revoke(revoked.invite.id, LEAD);
    expect(() => accounts.invites.use(revoked.secret, 'Eve', visitor)).toThrow('taken back');
    const late = make();
    now += HOUR;
    expect(() => accounts.invites.use(late.secret, 'Eve', visitor)).toThrow('expired');
    expect(() => accounts.invites.use('nonsense', 'Eve', visitor)).toThrow('no invite of this studio');
  });

  it('bound guesses, and let the right secret in a minute later', () => {
    const { secret, invite } = accounts.invites.create({ role: 'lead', note: '', expiresInHours: 1 }, LEAD);
    const wrong = `${invite.id}.${'A'.repeat(43)}`;
    for (let n = 0; n < 10; n += 1) expect(() => accounts.invites.look(wrong)).toThrow('no invite');
    expect(() => accounts.invites.look(secret)).toThrow('Too many wrong secrets');
    now += 60_000;
    expect(accounts.invites.look(secret).id).toBe(invite.id);
  });

  it('give their role to whoever is signed in; names are never shared', () => {
    const headers = bearerOf('annotator');
    const { secret } = accounts.invites.create(
      { role: 'researcher', name: 'Somebody', note: '', expiresInHours: 1 },
      LEAD,
    );
    const same = accounts.invites.use(secret, undefined, accounts.principal(headers));
    expect(same).toMatchObject({ name: 'Ada', roles: ['annotator', 'researcher'] });
    expect(invited('annotator', 'ada').name).toBe('ada (2)');
    expect(invited('annotator', 'A\u200bda').name).toBe('A\u200bda (3)');
    expect(invited('annotator', '\u202e').name).toBe('Person');
  });
});

describe('sign-ins', () => {
  it('slide while they are used, and end all the same', () => {
    const headers = bearerOf();
    const until = now + SIGN_IN_MOST_MS;
    expect(accounts.principal(headers)).toMatchObject({ name: 'Ada', via: 'bearer', roles: ['annotator'] });
    while (now + SIGN_IN_IDLE_MS - HOUR < until) {
      now += SIGN_IN_IDLE_MS - HOUR;
      expect(accounts.principal(headers).name).toBe('Ada');
    }
    now = until;
    expect(() => accounts.principal(headers)).toThrow('Your sign-in is over');
    const idle = bearerOf('annotator', 'Bo');
    now += SIGN_IN_IDLE_MS;
    expect(() => accounts.principal(idle)).toThrow('Your sign-in is over');
  });

  it('by cookie count for our own page only', () => {
    const person = invited();
    const probe = accounts.probe(OWN_PAGE)?.split(';')[0] ?? '';
    expect(accounts.probe({ host: 'studio.test' })).toBeUndefined();
    const { cookie } = accounts.begin(person, { ...OWN_PAGE, cookie: probe });
    for (const word of ['HttpOnly', 'Secure', 'Partitioned', 'SameSite=None', 'Path=/'])
      expect(cookie).toContain(word);
    const sent = { cookie: cookie?.split(';')[0] ?? '' };
    const nameOf = (headers: IncomingHttpHeaders) => accounts.principal({ ...sent, ...headers }).name;
    expect(nameOf(OWN_PAGE)).toBe('Ada');
    expect(nameOf({ host: '127.0.0.1:8000', origin: 'http://127.0.0.1:8000' })).toBe('Ada');
    expect(nameOf({ host: '127.0.0.1:8000', 'sec-fetch-site': 'none' })).toBe('Ada');
    for (const other of [
      { host: '127.0.0.1:8000', 'sec-fetch-site': 'cross-site' },
      { host: '127.0.0.1:8000', 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:9000' },
      { host: '127.0.0.1:8000', origin: 'http://127.0.0.1:9000' },
      { host: '127.0.0.1:8000' },
    ] as const)
      expect(nameOf(other)).toBe('someone');
    // Behind HTTPS the name has the prefix that neighbours cannot plant.
    const proxied = { ...OWN_PAGE, 'x-forwarded-proto': 'https', cookie: probe };
    expect(accounts.begin(person, proxied).cookie).toMatch(/^__Host-awm-/);
  });

  it('are listed and ended one by one; whoever is shut out has none', () => {
    const person = invited('admin');
    invited('admin', 'Bo');
    const headers = [1, 2, 3].map(() => ({
      authorization: `Bearer ${accounts.begin(person, {}).bearer ?? ''}`,
    }));
    const [first = {}, second = {}, third = {}] = headers;
    expect(accounts.signIns.list(person.id)).toHaveLength(3);
    accounts.signIns.end(person, 'others', accounts.signedIn(second)?.signIn.id);
    expect(() => accounts.principal(first)).toThrow('over');
    expect(accounts.principal(second).name).toBe('Ada');
    expect(() => accounts.principal(third)).toThrow('over');
    accounts.people.set(person.id, { disabled: true }, LEAD);
    expect(() => accounts.principal(second)).toThrow('over');
  });

  it('leave bearers of others alone, and wrong ones alone to the one they guess', () => {
    expect(accounts.principal({ authorization: 'Bearer hf_abc' }).via).toBe('visitor');
    expect(() => accounts.principal({ authorization: 'Bearer awms_x' })).toThrow('over');
    expect(accounts.principal({ 'x-awm-person': 'Ada' }).name).toBe('someone');
  });
});

describe('tokens', () => {
  it('never may more than their person, now or later', () => {
    const person = invited('researcher');
    const who = { id: person.id, name: person.name, permissions: permissionsOf(person.roles) };
    const ask = (scopes: Parameters<typeof accounts.tokens.create>[0]['scopes']) =>
      accounts.tokens.create({ name: 'ci', scopes, expiresInDays: 1 }, who);
    expect(() => ask(['admin'])).toThrow("has no 'admin'");
    const { secret, token } = ask(['read', 'write']);
    expect(secret.startsWith(token.prefix)).toBe(true);
    const may = () => [...accounts.principal({ authorization: `Bearer ${secret}` }).permissions];
    expect(may()).toEqual(['read', 'write']);
    expect(accounts.tokens.list(person.id)[0]?.lastUsedAtMs).toBe(now);
    accounts.people.set(person.id, { roles: ['viewer'] }, LEAD);
    expect(may()).toEqual(['read']);
    const other = { id: 'x', name: 'Eve', permissions: permissionsOf(['lead']) };
    expect(() => accounts.tokens.revoke(token.id, other)).toThrow('no such token');
    now += 24 * HOUR;
    expect(may).toThrow('expired');
    accounts.tokens.revoke(token.id, who);
    expect(may).toThrow('not (or no longer) known');
  });

  it('refuse the right secret too after too many wrong ones', () => {
    const person = invited('researcher');
    const who = { id: person.id, name: person.name, permissions: permissionsOf(person.roles) };
    const { secret } = accounts.tokens.create({ name: 'ci', scopes: ['read'], expiresInDays: 1 }, who);
    const wrong = `${secret.slice(0, -43)}${'A'.repeat(43)}`;
    const ask = (text: string) => () => accounts.principal({ authorization: `Bearer ${text}` });
    for (let n = 0; n < 10; n += 1) expect(ask(wrong)).toThrow('not (or no longer) known');
    expect(ask(secret)).toThrow('Too many');
  });
});

it('keeps hashes only: no secret that left stands in the catalog', () => {
  const { secret: invite } = accounts.invites.create({ role: 'admin', note: '', expiresInHours: 1 }, LEAD);
  const { bearer } = accounts.begin(invited('admin'), {});
  const parts = { accounts, url: 'http://127.0.0.1:8000' };
  const [link = ''] = runCommand(
    { command: 'invite', role: 'lead', note: '', expiresInHours: 1 },
    parts,
  ).split('\n');
  const token = runCommand(
    { command: 'token', person: 'ada', name: 'ci', scopes: ['read'], expiresInDays: 1 },
    parts,
  );
  expect(link).toMatch(/\/web\/invite#[0-9a-f]{32}\.[\w-]{43}$/);
  const kept = all();
  for (const text of [invite, bearer ?? '', link, token.split('\n')[0] ?? '']) {
    const secret = text.slice(-43);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(kept).not.toContain(secret);
  }
  expect(kept).toContain('made a token');
});

it('lets a first admin in by a link that ends with the next one or the first admin', () => {
  const first = accounts.invites.forFirstAdmin() ?? '';
  const second = accounts.invites.forFirstAdmin() ?? '';
  expect(() => accounts.invites.look(first)).toThrow('taken back');
  invited('admin');
  expect(() => accounts.invites.look(second)).toThrow('taken back');
  expect(accounts.invites.forFirstAdmin()).toBeUndefined();
});

it('does not lose its last admin', () => {
  const person = invited('admin');
  expect(() => accounts.people.set(person.id, { roles: ['lead'] }, LEAD)).toThrow('only admin');
  expect(() => accounts.people.set(person.id, { disabled: true }, LEAD)).toThrow('only admin');
  const other = invited('admin', 'Bo');
  expect(() => accounts.people.set(other.id, { name: 'ADA' }, LEAD)).toThrow('called ADA already');
  expect(accounts.people.set(person.id, { roles: ['lead'] }, other).roles).toEqual(['lead']);
  expect(accounts.people.entries(undefined, 1)).toMatchObject([
    { by: 'Bo', action: 'roles', about: 'Ada: lead' },
  ]);
});
