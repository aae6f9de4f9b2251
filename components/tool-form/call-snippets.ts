import { PAGE_HEADER } from '../../lib/contracts/route.ts';
import { plainValue, parseJsonTree, type JsonTree } from '../../lib/schema-form/index.ts';

/** Where a call is made: what the snippets need beside the tool and its arguments. */
export interface CallTarget {
  /** Of the page: `http://127.0.0.1:8000`. */
  readonly origin: string;
  readonly sessionId: string;
  /** Of this page: the call is made in its name, as it holds control. */
  readonly pageId: string;
  readonly scenario: string | null;
  readonly taskIdx: number | null;
}

/** The call by openenv's own client, in an episode of its own: it runs as it stands. */
export function pythonSnippet(target: CallTarget, toolName: string, argumentsJson: string): string {
  const reset = [
    ...(target.scenario === null ? [] : [`scenario=${JSON.stringify(target.scenario)}`]),
    ...(target.taskIdx === null ? [] : [`task_idx=${target.taskIdx}`]),
  ];
  return `# pip install openenv
from openenv.core.generic_client import GenericEnvClient

with GenericEnvClient(base_url=${JSON.stringify(target.origin)}).sync() as env:
    env.reset(${reset.join(', ')})
    result = env.step(
        {
            "type": "call_tool",
            "tool_name": ${pythonString(toolName)},
            "arguments": ${pythonValue(parseJsonTree(argumentsJson), '            ')},
        }
    )
    print(result.observation, result.reward)
`;
}

/** The call in this very session, over REST. */
export function curlSnippet(target: CallTarget, toolName: string, argumentsJson: string): string {
  const body = `{"action": {"type": "call_tool", "tool_name": ${JSON.stringify(toolName)}, "arguments": ${argumentsJson}}}`;
  const url = `${target.origin}/api/sessions/${encodeURIComponent(target.sessionId)}/step`;
  return `curl -sS ${shellQuote(url)} \\\n  -H 'Content-Type: application/json' -H ${shellQuote(`${PAGE_HEADER}: ${target.pageId}`)} \\\n  --data-raw ${shellQuote(body)}\n`;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** JSON's escapes are Python's too, except that of a surrogate half, which no valid text holds. */
function pythonString(text: string): string {
  return JSON.stringify(text);
}

const WIDTH = 88;

function pythonValue(tree: JsonTree, indent: string): string {
  const line = pythonLine(tree);
  if (indent.length + line.length <= WIDTH || (tree.kind !== 'object' && tree.kind !== 'array')) return line;
  const inner = `${indent}    `;
  const parts =
    tree.kind === 'array'
      ? tree.items.map((item) => pythonValue(item, inner))
      : tree.entries.map(([key, value]) => `${pythonString(key)}: ${pythonValue(value, inner)}`);
  const [open, close] = tree.kind === 'array' ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function pythonLine(tree: JsonTree): string {
  switch (tree.kind) {
    case 'string':
      return pythonString(tree.value);
    case 'number':
      return tree.source;
    case 'literal':
      return { true: 'True', false: 'False', null: 'None' }[tree.source];
    case 'array':
      return `[${tree.items.map(pythonLine).join(', ')}]`;
    case 'object':
      return `{${tree.entries.map(([key, value]) => `${pythonString(key)}: ${pythonLine(value)}`).join(', ')}}`;
    case 'broken':
      return JSON.stringify(plainValue(tree) ?? null);
  }
}
