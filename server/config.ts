import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '../lib/contracts/errors.ts';
import { OPTIONS, type OptionSpec } from './config-options.ts';
import { ROLES, type Role } from '../lib/contracts/people.ts';

/** The only file that reads the environment. Flags win over the environment, the environment over defaults. */

/** Names that the reference server reads and that have no meaning here: accepted, logged once. */
const WITHOUT_MEANING = ['OPENENV_AWM_MAX_PORT_RETRIES', 'OPENENV_AWM_RETRY_READY_TIMEOUT'];

export const PROJECT_DIR = resolve(import.meta.dirname, '..');

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly packs: readonly { readonly path: string; readonly trusted: boolean }[];
  readonly homeDir: string;
  readonly python: string;
  readonly allowHosts: readonly string[];
  readonly allowOrigins: readonly string[];
  readonly allowWeakSandbox: boolean;
  readonly ui: boolean;
  readonly dev: boolean;
  readonly check: boolean;
  readonly record: 'full' | 'final' | 'calls';
  readonly keepFullOneIn: number;
  /** 0: no limit. */
  readonly diskBudgetBytes: number;
  readonly maxSessions: number;
  readonly maxIdleMs: number;
  readonly allowedIdleSessions: number;
  readonly cleanupIntervalMs: number;
  readonly readyTimeoutMs: number;
  readonly verifierTimeoutMs: number;
  readonly toolTimeoutMs: number;
  readonly humanIdleMs: number;
  readonly hibernateAfterMs: number;
  readonly llm: { readonly baseUrl: string; readonly apiKey: string; readonly model: string };
  readonly allowPrivateJudge: boolean;
  readonly openLibrary: boolean;
  readonly hubEndpoint: string;
  readonly saveVerifiers: boolean;
  /** People sign in. */
  readonly accounts: boolean;
  readonly oidc: OidcConfig | null;
  /** Without a slash at the end; undefined where requests say it. */
  readonly publicUrl: string | undefined;
  /** Origins whose pages may show ours in a frame. */
  readonly allowFrames: readonly string[];
  readonly logLevel: string;
  /** Host name of the Hugging Face Space that we run in, '' elsewhere. */
  readonly spaceHost: string;
  /** Sentences for the log: what was given and is not used. */
  readonly notes: readonly string[];
}

/** The OpenID provider that people sign in with. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly allow: readonly string[];
  /** The subject that is always admin. */
  readonly admin: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The process's environment, for `loadConfig` and for the children that need a scrubbed one. */
export function processEnvironment(): Environment {
  return process.env;
}

/** `--help` of every command that serves. */
export function configHelp(names?: readonly (keyof typeof OPTIONS)[]): string {
  const specs: readonly OptionSpec[] =
    names === undefined ? Object.values(OPTIONS) : names.map((name) => OPTIONS[name]);
  const rows = specs.map((spec) => {
    const flag =
      spec.kind === 'boolean'
        ? `--${spec.fallback === true ? 'no-' : ''}${spec.flag}`
        : `--${spec.flag} ${spec.kind === 'number' ? 'N' : 'X'}`;
    const shown = spec.kind === 'number' ? ` [${String(spec.fallback)}]` : '';
    return `  ${flag.padEnd(28)} ${spec.help}${shown}\n${' '.repeat(31)}${spec.env.join(', ')}`;
  });
  return ['Options (flags win over the environment names below them):', ...rows].join('\n');
}

function invalid(message: string): AppError {
  return new AppError('config_invalid', message);
}

function parseFlags(argv: readonly string[]): Record<string, unknown> {
  const options: Record<string, { type: 'string' | 'boolean'; multiple?: boolean }> = {};
  const specs: readonly OptionSpec[] = Object.values(OPTIONS);
  for (const spec of specs) {
    if (spec.kind === 'boolean') options[spec.flag] = { type: 'boolean' };
    else options[spec.flag] = spec.kind === 'list' ? { type: 'string', multiple: true } : { type: 'string' };
  }
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: false, allowNegative: true })
      .values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalid(`${reason}. Run with --help for the list of options.`);
  }
}

function readBoolean(text: string, where: string): boolean {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw invalid(`${where} is '${text}'; it takes true or false.`);
}

function readNumber(text: string, where: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw invalid(`${where} is '${text}'; it takes a number of 0 or more.`);
  }
  return value;
}

function createReader(argv: readonly string[], env: Environment) {
  const flags = parseFlags(argv);
  const raw = (spec: OptionSpec): { value: unknown; where: string } => {
    if (flags[spec.flag] !== undefined) return { value: flags[spec.flag], where: `--${spec.flag}` };
    for (const name of spec.env) {
      const value = env[name];
      if (value !== undefined && value !== '') return { value, where: name };
    }
    return { value: spec.fallback, where: 'default' };
  };
  return {
    string: (spec: OptionSpec): string => String(raw(spec).value),
    number: (spec: OptionSpec): number => {
      const { value, where } = raw(spec);
      return typeof value === 'number' ? value : readNumber(String(value), where);
    },
    boolean: (spec: OptionSpec): boolean => {
      const { value, where } = raw(spec);
      return typeof value === 'boolean' ? value : readBoolean(String(value), where);
    },
    list: (spec: OptionSpec): string[] => {
      const { value } = raw(spec);
      const parts: readonly unknown[] = Array.isArray(value) ? value : String(value).split(',');
      return parts.map((part) => String(part).trim()).filter((part) => part !== '');
    },
  };
}

/** @throws AppError config_invalid */
function readOrigin(text: string, where = '--public-url'): string | undefined {
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw invalid(
      `${where} is '${text}'; it takes an address like https://studio.example.org, without a path.`,
    );
  return url.origin;
}

/** @throws AppError config_invalid */
function loadOidc(read: ReturnType<typeof createReader>, env: Environment): OidcConfig | null {
  const clientId = read.string(OPTIONS.oidcClientId);
  const issuer = read.string(OPTIONS.oidcIssuer);
  // A Space without `hf_oauth: true` has the provider's address and no client.
  if (clientId === '') return null;
  if (!URL.canParse(issuer)) throw invalid(`--oidc-issuer is '${issuer}'; it takes the provider's address.`);
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname))
    throw invalid(`--oidc-issuer is '${issuer}'; only on this machine may it be without HTTPS.`);
  const roles = read.list(OPTIONS.oidcRole).map((name) => {
    const role = ROLES.find((each) => each === name);
    if (role === undefined) throw invalid(`--oidc-role is '${name}'; it takes ${ROLES.join(', ')}.`);
    return role;
  });
  const scopes = read.string(OPTIONS.oidcScopes).split(/[\s,]+/);
  return {
    issuer,
    clientId,
    clientSecret: read.string(OPTIONS.oidcClientSecret),
    scopes: [...new Set(['openid', ...scopes])].filter((scope) => scope !== '').join(' '),
    name: read.string(OPTIONS.oidcName) || (hostname === 'huggingface.co' ? 'Hugging Face' : hostname),
    roles,
    allow: read.list(OPTIONS.oidcAllow),
    // Whoever made a Space owns it.
    admin: env['SPACE_CREATOR_USER_ID'] ?? null,
  };
}

/**
 * Typed configuration from flags and environment.
 * @throws AppError config_invalid, naming the flag or variable and what it takes
 */
export function loadConfig(argv: readonly string[], env: Environment): Config {
  const read = createReader(argv, env);
  const record = read.string(OPTIONS.record);
  if (record !== 'full' && record !== 'final' && record !== 'calls') {
    throw invalid(`--record is '${record}'; it takes full, final or calls.`);
  }
  const port = read.number(OPTIONS.port);
  if (!Number.isInteger(port) || port > 65_535)
    throw invalid(`--port is ${String(port)}; it takes a whole number from 0 to 65535.`);
  const trusted = read.list(OPTIONS.trust).map((path) => resolve(path));
  const data = read.list(OPTIONS.data).map((path) => resolve(path));
  const starter = join(PROJECT_DIR, 'scenarios');
  const packs = [...new Set([...(data.length === 0 ? [starter] : data), ...trusted])].map((path) => ({
    path,
    trusted: path === starter || trusted.includes(path),
  }));
  const capped = (spec: OptionSpec): number => Math.min(read.number(spec), 55) * 1000;
  const spaceHost = env['SPACE_HOST'] ?? '';
  const oidc = loadOidc(read, env);
  return {
    port,
    host: read.string(OPTIONS.host),
    packs,
    homeDir: resolve(read.string(OPTIONS.home) || join(homedir(), '.awm-studio')),
    python: read.string(OPTIONS.python) || join(PROJECT_DIR, '.venv', 'bin', 'python'),
    allowHosts: [...read.list(OPTIONS.allowHost), ...(spaceHost === '' ? [] : [spaceHost])],
    allowOrigins: read.list(OPTIONS.allowOrigin),
    allowWeakSandbox: read.boolean(OPTIONS.allowWeakSandbox),
    ui: read.boolean(OPTIONS.ui),
    dev: read.boolean(OPTIONS.dev),
    check: read.boolean(OPTIONS.check),
    record,
    keepFullOneIn: read.number(OPTIONS.keepFullOneIn),
    diskBudgetBytes: read.number(OPTIONS.diskBudgetGb) * 1e9,
    maxSessions: read.number(OPTIONS.maxSessions),
    maxIdleMs: read.number(OPTIONS.maxIdleS) * 1000,
    allowedIdleSessions: read.number(OPTIONS.allowedIdleSessions),
    cleanupIntervalMs: Math.max(0.1, read.number(OPTIONS.cleanupIntervalS)) * 1000,
    readyTimeoutMs: capped(OPTIONS.readyTimeoutS),
    verifierTimeoutMs: capped(OPTIONS.verifierTimeoutS),
    toolTimeoutMs: capped(OPTIONS.toolTimeoutS),
    humanIdleMs: read.number(OPTIONS.humanIdleS) * 1000,
    hibernateAfterMs: Math.max(0.05, read.number(OPTIONS.hibernateAfterS)) * 1000,
    llm: {
      baseUrl: read.string(OPTIONS.llmBaseUrl),
      apiKey: read.string(OPTIONS.llmApiKey),
      model: read.string(OPTIONS.llmModel),
    },
    allowPrivateJudge: read.boolean(OPTIONS.allowPrivateJudge),
    openLibrary: read.boolean(OPTIONS.openLibrary),
    hubEndpoint: read.string(OPTIONS.hubEndpoint),
    saveVerifiers: read.boolean(OPTIONS.saveVerifiers),
    accounts: oidc !== null || read.boolean(OPTIONS.accounts),
    oidc,
    publicUrl:
      readOrigin(read.string(OPTIONS.publicUrl)) ?? (spaceHost === '' ? undefined : `https://${spaceHost}`),
    allowFrames: read.list(OPTIONS.allowFrame).map((text) => readOrigin(text, '--allow-frame') ?? text),
    logLevel: read.string(OPTIONS.logLevel),
    spaceHost,
    notes: WITHOUT_MEANING.filter((name) => env[name] !== undefined).map(
      (name) => `${name} is accepted and has no meaning here: sessions need no port.`,
    ),
  };
}
