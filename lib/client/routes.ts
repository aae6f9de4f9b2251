import { z } from 'zod';

const finding = z.object({ code: z.string(), message: z.string() });
export const scenarioSchema = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  pack: z.string(),
  tasks: z.array(z.string()),
  verifiers: z.array(z.object({ code: z.boolean(), sql: z.boolean() })),
  findings: z.object({ checkedAtMs: z.number(), items: z.array(finding) }).nullable(),
});
export type Scenario = z.output<typeof scenarioSchema>;

const toolSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  method: z.string().nullable(),
  path: z.string().nullable(),
});
export type ToolInfo = z.output<typeof toolSchema>;

export const routes = {
  scenarios: {
    method: 'GET',
    path: '/api/scenarios',
    response: z.object({ items: z.array(scenarioSchema) }),
  },
  scenario: {
    method: 'GET',
    path: '/api/scenarios/:key',
    params: z.object({ key: z.string() }),
    response: scenarioSchema,
  },
  scenarioTools: {
    method: 'GET',
    path: '/api/scenarios/:key/tools',
    params: z.object({ key: z.string() }),
    response: z.object({ tools: z.array(toolSchema) }),
  },
} as const;
