import { AppError } from '../../lib/contracts/errors.ts';
import { PERMISSIONS, ROLES, type Permission, type Role } from '../../lib/contracts/people.ts';
import { Accounts, askControl, parseCommand, runCommand } from '../access/index.ts';
import { configHelp, loadConfig, processEnvironment, type Config } from '../config.ts';
import { openPeople } from '../store/index.ts';
import { reportFailure, type CliIo } from './io.ts';
import { ownFlags, wantsHelp, type OwnFlags } from './own-flags.ts';

const WHERE = `
  The studio that holds the home is asked by a socket in it; where none runs, the home is opened here. Whoever may open the home may
  do this.

`;

const HELP = {
  invite: `studio invite --role ROLE [--name NAME] [--note TEXT] [--hours N] [options]
  Prints a link that works once and makes whoever opens it a person with this role: ${ROLES.join(', ')}.
  --hours N  how long it works [168]
${WHERE}`,
  token: `studio token --person NAME --name WHAT --scope PERMISSION... [--days N] [options]
  Prints an API token that acts for a person: Authorization: Bearer TOKEN. It is shown once.
  --scope X  what it may do, as far as its person may: ${PERMISSIONS.join(', ')}; repeatable
  --days N   how long it works [90]
${WHERE}`,
  people: `studio people [options]
studio people --person NAME --role ROLE... | --no-role | --disable | --enable
  Lists people with their roles, or changes one.
${WHERE}`,
} as const;

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;

export async function invite(argv: readonly string[], io: CliIo = process): Promise<number> {
  return run('invite', { role: TEXT, name: TEXT, note: TEXT, hours: TEXT }, argv, io, (flags) => ({
    command: 'invite',
    role: roleOf(flags.string('role')),
    name: flags.string('name'),
    note: flags.string('note'),
    expiresInHours: numberOf(flags, 'hours'),
  }));
}

export async function token(argv: readonly string[], io: CliIo = process): Promise<number> {
  const scope = { type: 'string', multiple: true } as const;
  return run('token', { person: TEXT, name: TEXT, scope, days: TEXT }, argv, io, (flags) => ({
    command: 'token',
    person: needed(flags, 'person'),
    name: needed(flags, 'name'),
    scopes: flags.strings('scope').map(scopeOf),
    expiresInDays: numberOf(flags, 'days'),
  }));
}

export async function people(argv: readonly string[], io: CliIo = process): Promise<number> {
  const role = { type: 'string', multiple: true } as const;
  const options = { person: TEXT, role, 'no-role': FLAG, disable: FLAG, enable: FLAG };
  return run('people', options, argv, io, (flags) => {
    const roles = flags.strings('role').map(roleOf);
    const person = flags.string('person');
    if (flags.boolean('disable') || flags.boolean('enable'))
      return { command: 'disable', person: needed(flags, 'person'), disabled: flags.boolean('disable') };
    if (roles.length > 0 || flags.boolean('no-role'))
      return { command: 'roles', person: needed(flags, 'person'), roles };
    if (person !== undefined)
      throw new AppError(
        'config_invalid',
        `Say what to change of ${person}: --role, --no-role, --disable, --enable.`,
      );
    return { command: 'people' };
  });
}

async function run(
  name: keyof typeof HELP,
  options: Parameters<typeof ownFlags>[1],
  argv: readonly string[],
  io: CliIo,
  commandOf: (flags: OwnFlags) => Readonly<Record<string, unknown>>,
): Promise<number> {
  if (wantsHelp(argv)) {
    io.stdout.write(`${HELP[name]}${configHelp(['home', 'publicUrl', 'port'])}\n`);
    return 0;
  }
  const flags = ownFlags(argv, options);
  const config = loadConfig(flags.rest, processEnvironment());
  const command = commandOf(flags);
  try {
    const text = (await askControl(config.homeDir, command)) ?? runHere(config, JSON.stringify(command));
    io.stdout.write(`${text}\n`);
    return 0;
  } catch (error) {
    return reportFailure(io, error);
  }
}

/** @throws AppError conflict where a studio without accounts holds the home */
function runHere(config: Config, command: string): string {
  const { homeDir, host, port, publicUrl } = config;
  let opened: ReturnType<typeof openPeople>;
  try {
    opened = openPeople(homeDir);
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict' && error.details['homeDir'] !== undefined)
      throw new AppError(
        'conflict',
        `${homeDir} is held by a studio without accounts. Start it with --accounts (or stop it), then ask again.`,
      );
    throw error;
  }
  using home = opened;
  const accounts = new Accounts({ shelf: home.people, homeDir, visitors: new Set(), oidc: null });
  return runCommand(parseCommand(command), { accounts, url: publicUrl ?? `http://${host}:${String(port)}` });
}

function needed(flags: OwnFlags, name: string): string {
  const value = flags.string(name);
  if (value === undefined) throw new AppError('config_invalid', `--${name} is missing.`);
  return value;
}

function numberOf(flags: OwnFlags, name: string): number | undefined {
  const text = flags.string(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && value > 0) return value;
  throw new AppError('config_invalid', `--${name} takes a number above 0; got ${text}.`);
}

function roleOf(text: string | undefined): Role {
  const role = ROLES.find((each) => each === text);
  if (role === undefined)
    throw new AppError('config_invalid', `--role is ${text ?? 'missing'}; it takes ${ROLES.join(', ')}.`);
  return role;
}

function scopeOf(text: string): Permission {
  const scope = PERMISSIONS.find((each) => each === text);
  if (scope === undefined)
    throw new AppError('config_invalid', `--scope is ${text}; it takes ${PERMISSIONS.join(', ')}.`);
  return scope;
}
