'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '../../lib/client/query-client.ts';
import { Words } from './words.tsx';

export function Providers({ children }: { readonly children: ReactNode }): ReactNode {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Words>{children}</Words>
    </QueryClientProvider>
  );
}
