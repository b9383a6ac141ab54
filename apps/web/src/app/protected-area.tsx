import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../lib/query-client.ts';
import { AppLayout } from './layout/app-layout.tsx';

/** What only signed-in people load: the layout, and a cache that is gone when they leave. */
export default function ProtectedArea() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <AppLayout />
    </QueryClientProvider>
  );
}
