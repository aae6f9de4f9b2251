import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { AppError } from '../../../lib/contracts/errors.ts';
import { argumentsOf } from './toolbox.ts';
import type { Toolbox } from './toolbox.ts';

/** A Model Context Protocol server for one session: https://modelcontextprotocol.io/specification */
export function createMcpServer(toolbox: Toolbox, version: string): McpServer {
  const server = new McpServer(
    { name: 'awm-studio', version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions:
        'Call reset with a scenario and a task_idx; the result names the task. Then list the tools again, use them to do the task, call verify, and end with done.',
    },
  );
  // Handled below the SDK's own registry of tools: ours come and go with the scenario, and have JSON Schemas already.
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolbox.list() as Tool[] }));
  server.server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    try {
      const { result, listChanged } = await toolbox.call(params.name, argumentsOf(params.arguments), signal);
      if (listChanged) await sendNotification({ method: 'notifications/tools/list_changed' });
      return result;
    } catch (error) {
      if (error instanceof AppError && error.code === 'session_closed') {
        throw new McpError(ErrorCode.ConnectionClosed, error.message);
      }
      const text = error instanceof Error ? error.message : String(error);
      return { content: [{ type: 'text', text }], isError: true };
    }
  });
  return server;
}
