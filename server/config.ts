import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '../lib/contracts/errors.ts';
import { ROLES, type Role } from '../lib/contracts/people.ts';

/** The only file that reads the environment. Flags win over the environment, the environment over defaults. */

interface OptionSpec {
  readonly flag: string;
  readonly env: readonly string[];
  readonly kind: 'string' | 'number' | 'boolean' | 'list';
  readonly fallback: string | number | boolean | readonly string[];
  readonly help: string;
  readonly secret?: boolean;
}

const OPTIONS = {
  port: {
    flag: 'port',
    env: ['AWM_STUDIO_PORT', 'PORT'],
    kind: 'number',
    fallback: 8000,
    help: 'TCP port; 0 takes a free one',
  },
  host: {
    flag: 'host',
    env: ['AWM_STUDIO_HOST'],
    kind: 'string',
    fallback: '127.0.0.1',
    help: 'address to bind; anything but loopback needs the full sandbox',
  },
  data: {
    flag: 'data',
    env: ['AWM_DATA_DIR'],
    kind: 'list',
    fallback: [],
    help: 'data folder (JSONL pack or source pack); repeat for several; default: the bundled starter pack',
  },
  trust: {
    flag: 'trust',
    env: ['AWM_STUDIO_TRUST'],
    kind: 'list',
    fallback: [],
    help: 'data folder whose code you trust; repeatable',
  },
  home: {
    flag: 'home',
    env: ['AWM_STUDIO_HOME'],
    kind: 'string',
    fallback: '',
    help: 'where episodes, sessions and caches live; default: ~/.awm-studio',
  },
  python: {
    flag: 'python',
    env: ['AWM_STUDIO_PYTHON'],
    kind: 'string',
    fallback: '',
    help: 'Python interpreter of the runtime; default: the project’s .venv',
  },
  allowHost: {
    flag: 'allow-host',
    env: ['AWM_STUDIO_ALLOW_HOST'],
    kind: 'list',
    fallback: [],
    help: 'host name that requests may name besides loopback, e.g. studio.example.org; repeatable',
  },
  allowOrigin: {
    flag: 'allow-origin',
    env: ['AWM_STUDIO_ALLOW_ORIGIN'],
    kind: 'list',
    fallback: [],
    help: 'origin that browsers may come from besides our own, e.g. https://example.org; repeatable',
  },
  allowWeakSandbox: {
    flag: 'allow-weak-sandbox',
    env: ['AWM_STUDIO_ALLOW_WEAK_SANDBOX'],
    kind: 'boolean',
    fallback: false,
    help: 'run untrusted packs on a public bind though Landlock or seccomp is missing',
  },
  ui: {
    flag: 'ui',
    env: ['AWM_STUDIO_UI'],
    kind: 'boolean',
    fallback: true,
    help: 'do not serve /web, the protocol only (in the environment: 0)',
  },
  dev: {
    flag: 'dev',
    env: ['AWM_STUDIO_DEV'],
    kind: 'boolean',
    fallback: false,
    help: 'Next.js in development mode',
  },
  check: {
    flag: 'check',
    env: ['AWM_STUDIO_CHECK'],
    kind: 'boolean',
    fallback: true,
    help: 'do not check scenarios in the background (in the environment: 0)',
  },
  record: {
    flag: 'record',
    env: ['AWM_STUDIO_RECORD'],
    kind: 'string',
    fallback: 'full',
    help: 'recording policy where reset names none: full, final or calls',
  },
  keepFullOneIn: {
    flag: 'keep-full-one-in',
    env: ['AWM_STUDIO_KEEP_FULL_ONE_IN'],
    kind: 'number',
    fallback: 0,
    help: 'under a leaner recording policy, keep one in so many episodes in full; 0: none',
  },
  diskBudgetGb: {
    flag: 'disk-budget',
    env: ['AWM_STUDIO_DISK_BUDGET'],
    kind: 'number',
    fallback: 0,
    help: 'gigabytes that records may take before the oldest episodes are cut down to their calls; 0: no limit',
  },
  maxSessions: {
    flag: 'max-sessions',
    env: ['OPENENV_AWM_MAX_CONCURRENT_ENVS'],
    kind: 'number',
    fallback: 10_000,
    help: 'sessions at once',
  },
  maxIdleS: {
    flag: 'max-idle-time',
    env: ['OPENENV_AWM_MAX_IDLE_TIME'],
    kind: 'number',
    fallback: 600,
    help: 'seconds after which an idle session may go',
  },
  allowedIdleSessions: {
    flag: 'allowed-idle-sessions',
    env: ['OPENENV_AWM_ALLOWED_IDLE_SESSIONS'],
    kind: 'number',
    fallback: 3000,
    help: 'idle sessions are kept while there are no more sessions than this',
  },
  cleanupIntervalS: {
    flag: 'cleanup-interval',
    env: ['OPENENV_AWM_CLEANUP_INTERVAL'],
    kind: 'number',
    fallback: 5,
    help: 'seconds between scans for idle sessions',
  },
  readyTimeoutS: {
    flag: 'ready-timeout',
    env: ['OPENENV_AWM_READY_TIMEOUT'],
    kind: 'number',
    fallback: 55,
    help: 'seconds that a reset may take; capped at 55, under the clients’ 60',
  },
  verifierTimeoutS: {
    flag: 'verifier-timeout',
    env: ['OPENENV_AWM_VERIFIER_TIMEOUT'],
    kind: 'number',
    fallback: 50,
    help: 'seconds that a verify may take, judge included; capped at 55',
  },
  toolTimeoutS: {
    flag: 'tool-timeout',
    env: ['AWM_STUDIO_TOOL_TIMEOUT'],
    kind: 'number',
    fallback: 30,
    help: 'seconds that a tool call may take; capped at 55',
  },
  humanIdleS: {
    flag: 'human-idle-time',
    env: ['AWM_STUDIO_HUMAN_IDLE_TIME'],
    kind: 'number',
    fallback: 86_400,
    help: 'on a public bind: seconds after which a person’s idle session is closed; its record stays',
  },
  hibernateAfterS: {
    flag: 'hibernate-after',
    env: ['AWM_STUDIO_HIBERNATE_AFTER'],
    kind: 'number',
    fallback: 5,
    help: 'seconds after which an idle session gives its process back',
  },
  llmBaseUrl: {
    flag: 'llm-base-url',
    env: ['OPENENV_AWM_LLM_BASE_URL'],
    kind: 'string',
    fallback: '',
    help: 'OpenAI-compatible endpoint of the SQL verifiers’ judge',
  },
  llmApiKey: {
    flag: 'llm-api-key',
    env: ['OPENENV_AWM_LLM_API_KEY'],
    kind: 'string',
    fallback: '',
    help: 'its key',
    secret: true,
  },
  llmModel: {
    flag: 'llm-model',
    env: ['OPENENV_AWM_LLM_MODEL'],
    kind: 'string',
    fallback: '',
    help: 'its model',
  },
  hubEndpoint: {
    flag: 'hub-endpoint',
    env: ['HF_ENDPOINT'],
    kind: 'string',
    fallback: '',
    help: 'the Hub that exports are pushed to; absent: the public one',
  },
  saveVerifiers: {
    flag: 'save-verifiers',
    env: ['AWM_STUDIO_SAVE_VERIFIERS'],
    kind: 'boolean',
    fallback: false,
    help: 'Let whoever reaches a public bind save verifiers that new sessions are graded by.',
  },
  allowPrivateJudge: {
    flag: 'allow-private-judge',
    env: ['AWM_STUDIO_ALLOW_PRIVATE_JUDGE'],
    kind: 'boolean',
    fallback: false,
    help: 'on a public bind: clients may name judges of the server’s own network (llm_base_url at reset)',
  },
  openLibrary: {
    flag: 'open-library',
    env: ['AWM_STUDIO_OPEN_LIBRARY'],
    kind: 'boolean',
    fallback: false,
    help: 'on a public bind: everybody may list, search and change all runs, not only those whose ids they know',
  },
  accounts: {
    flag: 'accounts',
    env: ['AWM_STUDIO_ACCOUNTS'],
    kind: 'boolean',
    fallback: false,
    help: 'people sign in (invites, OpenID Connect) and have roles; on where an OpenID provider is given',
  },
  publicUrl: {
    flag: 'public-url',
    env: ['AWM_STUDIO_PUBLIC_URL'],
    kind: 'string',
    fallback: '',
    help: 'where people reach the studio, e.g. https://studio.example.org: for invites and sign-in',
  },
  allowFrame: {
    flag: 'allow-frame',
    env: ['AWM_STUDIO_ALLOW_FRAME'],
    kind: 'list',
    fallback: [],
    help: 'origin whose pages may show the studio in a frame, besides the Hub’s; repeatable',
  },
  oidcIssuer: {
    flag: 'oidc-issuer',
    env: ['AWM_STUDIO_OIDC_ISSUER', 'OPENID_PROVIDER_URL'],
    kind: 'string',
    fallback: '',
    help: 'OpenID provider that people sign in with',
  },
  oidcClientId: {
    flag: 'oidc-client-id',
    env: ['AWM_STUDIO_OIDC_CLIENT_ID', 'OAUTH_CLIENT_ID'],
    kind: 'string',
    fallback: '',
    help: 'our name there; its redirect URI is <public url>/api/sign-in/callback',
  },
  oidcClientSecret: {
    flag: 'oidc-client-secret',
    env: ['AWM_STUDIO_OIDC_CLIENT_SECRET', 'OAUTH_CLIENT_SECRET'],
    kind: 'string',
    fallback: '',
    help: 'our secret there; better in the environment, where process lists do not show it',
    secret: true,
  },
  oidcScopes: {
    flag: 'oidc-scopes',
    env: ['AWM_STUDIO_OIDC_SCOPES', 'OAUTH_SCOPES'],
    kind: 'string',
    fallback: 'openid profile email',
    help: 'what is asked of the provider',
  },
  oidcName: {
    flag: 'oidc-name',
    env: ['AWM_STUDIO_OIDC_NAME'],
    kind: 'string',
    fallback: '',
    help: 'what the sign-in button calls the provider; default: its host',
  },
  oidcRole: {
    flag: 'oidc-role',
    env: ['AWM_STUDIO_OIDC_ROLE'],
    kind: 'list',
    fallback: [],
    help: 'role of people who sign in for the first time; default: none until an admin gives one',
  },
  oidcAllow: {
    flag: 'oidc-allow',
    env: ['AWM_STUDIO_OIDC_ALLOW'],
    kind: 'list',
    fallback: [],
    help: 'who may sign in: @example.org, or the name of a group, organisation or user; default: everybody',
  },
  logLevel: {
    flag: 'log-level',
    env: ['AWM_STUDIO_LOG_LEVEL'],
    kind: 'string',
    fallback: 'info',
    help: 'trace, debug, info, warn, error or silent',
  },
} as const satisfies Record<string, OptionSpec>;

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
