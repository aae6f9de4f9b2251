/** Queues as a lead makes and watches them. */
export const queueAdminRoutes = {} as const;
