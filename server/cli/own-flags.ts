import { parseArgs } from 'node:util';
import { AppError } from '../../lib/contracts/errors.ts';

type OwnOptions = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly multiple?: boolean }>
>;

export interface OwnFlags {
  readonly strings: (name: string) => readonly string[];
  readonly string: (name: string) => string | undefined;
  readonly boolean: (name: string) => boolean;
  /** What the command does not know itself: options of the server. */
  readonly rest: readonly string[];
}

/** Splits a command's own flags from those of the server's configuration. @throws AppError config_invalid */
export function ownFlags(argv: readonly string[], options: OwnOptions): OwnFlags {
  const { tokens, values } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const own = new Set(Object.keys(options));
  const skip = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !own.has(token.name)) continue;
    skip.add(token.index);
    if (options[token.name]?.type !== 'string') continue;
    if (token.value === undefined) throw new AppError('config_invalid', `${token.rawName} needs a value.`);
    if (!token.inlineValue) skip.add(token.index + 1);
  }
  const list = (name: string): readonly string[] => {
    const value = values[name];
    return (Array.isArray(value) ? value : [value]).filter(
      (item): item is string => typeof item === 'string',
    );
  };
  return {
    strings: list,
    string: (name) => list(name).at(-1),
    boolean: (name) => values[name] === true,
    rest: argv.filter((_, i) => !skip.has(i)),
  };
}

/** Whether help is asked for. */
export function wantsHelp(argv: readonly string[]): boolean {
  return argv.includes('--help') || argv.includes('-h');
}
