import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../../../.ci/bootstrap/places.mjs';
import { filesBelow } from '../files.mjs';
import { findings } from '../outcome.mjs';
import { packages } from '../workspace.mjs';
import { UNMIRRORED } from './unmirrored.mjs';

const FORMS = ['.test.ts', '.prop.test.ts', '.corpora.test.ts'];

/** Every source file that does something has a test where its reader looks for it. */
export async function mirror() {
  const found = [];
  const missing = new Set();
  for (const { folder } of packages().filter(({ folder }) => folder.startsWith('packages/'))) {
    for (const file of filesBelow(join(ROOT, folder, 'src'))) {
      if (!file.endsWith('.ts') || file.endsWith('.d.ts')) continue;
      const stem = join(ROOT, folder, 'test', file.replace(/[.]ts$/, ''));
      if (FORMS.some((form) => existsSync(stem + form))) continue;
      const source = `${folder}/src/${file}`;
      if (!doesSomething(await readFile(join(ROOT, source), 'utf8'))) continue;
      missing.add(source);
      if (!Object.hasOwn(UNMIRRORED, source)) {
        found.push(`${source} has no test: ${folder}/test/${file.replace(/[.]ts$/, '.test.ts')}`);
      }
    }
  }
  for (const source of Object.keys(UNMIRRORED)) {
    if (!missing.has(source)) found.push(`${source} needs no exception in unmirrored.mjs any more`);
  }
  return findings(found);
}

/** Tells code from declarations: types, imports, and exports from elsewhere do nothing by themselves. */
function doesSomething(text) {
  const { statements } = ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2023);
  return statements.some(
    (statement) =>
      !ts.isImportDeclaration(statement) &&
      !ts.isExportDeclaration(statement) &&
      !ts.isInterfaceDeclaration(statement) &&
      !ts.isTypeAliasDeclaration(statement) &&
      !statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword),
  );
}
