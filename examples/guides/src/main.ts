import { shows as audit } from './audit.js';
import { shows as confirmation } from './confirmation.js';
import { shows as contract } from './contract.js';
import { shows as database } from './database.js';
import { shows as embedding } from './embedding.js';
import { shows as executor } from './executor.js';
import { shows as first } from './first.js';
import { shows as grants } from './grants.js';
import { shows as policy } from './policy.js';
import { shows as powers } from './powers.js';
import { shows as rules } from './rules.js';

// What every page of the guides shows, one after the other.

const pages = {
  first,
  contract,
  confirmation,
  executor,
  policy,
  rules,
  grants,
  powers,
  audit,
  embedding,
  database,
};
for (const [page, shows] of Object.entries(pages)) {
  for (const [name, shown] of Object.entries(shows)) {
    console.log(`\n--- ${page}: ${name}`);
    console.log(typeof shown === 'string' ? shown : JSON.stringify(shown, undefined, 2));
  }
}
