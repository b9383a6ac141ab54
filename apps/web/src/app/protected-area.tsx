import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../lib/query-client.ts';
import { useUser } from '../state/auth-session.ts';
import { AppLayout } from './layout/app-layout.tsx';

/** What only signed-in people load: the layout, and a cache that is gone when they leave. */
export default function ProtectedArea() {
  // Another tab may sign in someone else: nothing of the one before is shown to the next.
  const { id } = useUser();
  return <PersonalArea key={id} />;
}

function PersonalArea() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <AppLayout />
    </QueryClientProvider>
  );
}
