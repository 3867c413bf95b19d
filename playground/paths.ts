import { join } from 'node:path';

export const playgroundDir = __dirname;
export const projectDir = join(playgroundDir, '..');
export const examplesDir = join(projectDir, 'examples');

/** Data that `npm start` keeps: n8n's database, its log, the packed package, the secrets. */
export const dataDir = join(playgroundDir, '.data');
