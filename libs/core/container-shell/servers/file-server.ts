import { decode } from '../process';
import { joinPath } from '../files/paths';
import { absolutePath } from '../files/paths';
import { pathOf, textAnswer, type HttpAnswer, type HttpQuestion } from './http-answer';
import type { ServerPlace } from './server-place';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  xml: 'text/xml; charset=utf-8',
};

/** Answers of a server of files for directories without `index.html` and for missing files. */
export interface FileServerLook {
  readonly root: string;
  /** Undefined where it lists no directories. */
  readonly listing: ((names: readonly string[]) => string) | undefined;
  readonly notFound: HttpAnswer;
}

/** A server that shows the files of its container below a directory. */
export function fileServer({ root, listing, notFound }: FileServerLook) {
  return ({ target }: HttpQuestion, { files }: ServerPlace): HttpAnswer => {
    const asked = decodedPath(target);
    if (!files || asked === undefined) return notFound;
    const path = joinPath(root, absolutePath(asked, '/').slice(1)).replace(/(.)\/$/, '$1');
    const file = files.isDirectory(path) ? joinPath(path, 'index.html') : path;
    const entry = files.entry(file);
    if (entry?.bytes) {
      const type = TYPES[/\.([a-z]+)$/.exec(file)?.[1] ?? ''];
      return textAnswer(decode(entry.bytes), 200, type);
    }
    if (!listing || !files.isDirectory(path)) return notFound;
    const names = files.list(path).map((name) => (files.isDirectory(joinPath(path, name)) ? `${name}/` : name));
    return textAnswer(listing(names), 200, TYPES['html']);
  };
}

function decodedPath(target: string): string | undefined {
  try {
    return decodeURIComponent(pathOf(target));
  } catch {
    return undefined;
  }
}

/** The file server of Go's `net/http`. */
export const GO_FILE_SERVER: FileServerLook = {
  root: '/',
  listing: (names) => `<pre>\n${names.map((name) => `<a href="${name}">${name}</a>\n`).join('')}</pre>\n`,
  notFound: textAnswer('404 page not found\n', 404),
};

const NO_PAGE = textAnswer('<html><body><h1>404 Not Found</h1></body></html>\n', 404, 'text/html');

/** Web servers by the name of their image: where their pages are, and those that they come with. */
export const WEB_SERVERS: Readonly<
  Record<string, { readonly root: string; readonly files: Readonly<Record<string, string>> }>
> = {
  httpd: {
    root: '/usr/local/apache2/htdocs',
    files: { 'index.html': '<html><body><h1>It works!</h1></body></html>\n' },
  },
  // The two of upstream's update demo.
  nautilus: { root: '/', files: { 'data.json': '{"image": "nautilus.jpg"}\n' } },
  kitten: { root: '/', files: { 'data.json': '{"image": "kitten.jpg"}\n' } },
  nginx: {
    root: '/usr/share/nginx/html',
    files: {
      'index.html':
        '<!DOCTYPE html>\n<html>\n<head>\n<title>Welcome to nginx!</title>\n</head>\n<body>\n<h1>Welcome to nginx!</h1>\n</body>\n</html>\n',
    },
  },
};

/** Returns the answers of a web server with its pages below a directory. */
export function webServerLook(root: string): FileServerLook {
  return { root, listing: undefined, notFound: NO_PAGE };
}
