import packageJson from '../../package.json' with { type: 'json' };
import { AppError } from '../../lib/contracts/errors.ts';
import { configHelp } from '../config.ts';

type Command = (argv: readonly string[]) => Promise<number>;

interface CommandSpec {
  readonly usage: string;
  readonly help: string;
  readonly load: () => Promise<Command>;
}

/** Loaded when called, so that `doctor` does not wait for the server's modules. */
const COMMANDS: Readonly<Record<string, CommandSpec>> = {
  serve: {
    usage: 'serve [options]',
    help: 'serve the web studio and the OpenEnv protocol (the default)',
    load: async () => (await import('./serve.ts')).serve,
  },
  data: {
    usage: 'data pull|check [options]',
    help: 'download the public scenarios; check scenarios and verifiers',
    load: async () => (await import('./data.ts')).data,
  },
  audit: {
    usage: 'audit [options]',
    help: 'find broken tasks and verifiers; fail on new ones',
    load: async () => (await import('./audit.ts')).audit,
  },
  import: {
    usage: 'import PATH... [options]',
    help: 'take runs into the library: session folders, zips, trajectories, logs, exports',
    load: async () => (await import('./import.ts')).importRuns,
  },
  'export-labels': {
    usage: 'export-labels [options]',
    help: 'write labels as training data, to a folder or the Hub',
    load: async () => (await import('./export-labels/index.ts')).exportLabels,
  },
  pull: {
    usage: 'pull URL [options]',
    help: 'merge the runs of another studio into the library',
    load: async () => (await import('./pull.ts')).pull,
  },
  invite: {
    usage: 'invite --role ROLE [options]',
    help: 'print a link that makes one person with this role',
    load: async () => (await import('./people.ts')).invite,
  },
  token: {
    usage: 'token --person NAME [options]',
    help: 'print an API token that acts for a person',
    load: async () => (await import('./people.ts')).token,
  },
  people: {
    usage: 'people [options]',
    help: 'list people and their roles, or change one',
    load: async () => (await import('./people.ts')).people,
  },
  stress: {
    usage: 'stress [options]',
    help: 'play many sessions at once against a server and report latencies',
    load: async () => (await import('./stress.ts')).stress,
  },
  doctor: {
    usage: 'doctor [options]',
    help: 'say what this machine offers: Node, Python, sandbox layers, port, disk',
    load: async () => (await import('./doctor.ts')).doctor,
  },
};

function help(): string {
  const rows = Object.values(COMMANDS).map((spec) => `  studio ${spec.usage.padEnd(28)} ${spec.help}`);
  return `AWM Studio\n\n${rows.join('\n')}\n\n'studio COMMAND --help' tells more of one.\n\n${configHelp()}\n`;
}

/** Runs one command of the CLI; failures become one clear line and an exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  const [first, ...rest] = argv;
  if (first === '--help' || first === '-h' || first === 'help') {
    process.stdout.write(help());
    return 0;
  }
  if (first === '--version' || first === '-v') {
    process.stdout.write(`AWM Studio ${packageJson.version}\n`);
    return 0;
  }
  const serving = first === undefined || first.startsWith('-');
  const spec = COMMANDS[serving ? 'serve' : first];
  if (spec === undefined) {
    process.stderr.write(`studio: there is no command '${first ?? ''}'. Run 'studio --help' for the list.\n`);
    return 2;
  }
  try {
    const command = await spec.load();
    return await command(serving ? argv : rest);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`studio: ${error.message}\n`);
    return error.code === 'config_invalid' ? 2 : 1;
  }
}
