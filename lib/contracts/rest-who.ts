import * as z from 'zod/mini';
import { permissionSchema, roleSchema } from './people.ts';
import { route } from './route.ts';

export const whoSchema = z.object({
  /** Off: whoever asks is who they say; on: people sign in. */
  accounts: z.boolean(),
  /** The name of the OpenID provider that people sign in with; null: there is none. */
  provider: z.nullable(z.string()),
  /** Null: a visitor. */
  person: z.nullable(z.object({ id: z.string(), name: z.string(), roles: z.array(roleSchema) })),
  /** Of the person, or of visitors. */
  permissions: z.array(permissionSchema),
});
export type Who = z.output<typeof whoSchema>;

/** What every page asks: who looks at it. */
export const whoRoutes = {
  whoami: route({
    method: 'GET',
    path: '/api/whoami',
    summary: 'Who asks, what they may do, and how one signs in here',
    response: whoSchema,
  }),
  signOut: route({
    method: 'POST',
    path: '/api/sign-out',
    summary: 'Ends the sign-in that asks',
    response: z.object({}),
  }),
  listProfiles: route({
    method: 'GET',
    path: '/api/profiles',
    summary: 'Without accounts: names that were given roles, to pick from',
    response: z.object({ items: z.array(z.object({ name: z.string(), roles: z.array(roleSchema) })) }),
  }),
} as const;
