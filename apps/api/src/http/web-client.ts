import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from './error-reply.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Whoever has a receipt checks it with this page, away from us: as a page of ours it could be us who says so. */
const CHECK_PAGE = /[\\/]receipt-check\.html(?:\.(?:gz|br))?$/;

/**
 * Serves the built web client: files with a hash in their name are cached permanently, the page itself is always
 * revalidated. Every path that is neither a file nor a call is the page, whose router knows what to show.
 */
export function registerWebClient(app: FastifyInstance, folder: string | null): void {
  if (folder !== null) {
    app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      index: 'index.html',
      // A folder that is more than a build, such as a checkout with its `.git`, shows nothing of that.
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/') || path.includes('/fonts/');
        reply.header('cache-control', isHashed ? IMMUTABLE : 'no-cache');
        if (CHECK_PAGE.test(path)) {
          reply.header('content-disposition', 'attachment; filename="Kax receipt check.html"');
        }
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    const isOurs =
      /^\/(api|v1|assets|fonts|icons|marks|manifest\.webmanifest|sw\.js)(\/|$|\?)/.test(
        request.url,
      );
    if (folder === null || !isPage || isOurs) return sendRefusal(reply, { refused: 'not-found' });
    // Its path has what freezes an account, requests money or pays it: it goes to no other page, and no search engine
    // keeps it.
    if (/^\/(?:freeze|pay|claim)\//.test(request.url)) {
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    }
    return reply.sendFile('index.html');
  });
}
