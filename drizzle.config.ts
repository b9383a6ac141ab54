import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './apps/api/src/adapters/postgres/schema/*.ts',
  out: './apps/api/src/adapters/postgres/migrations',
});
