import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import { createMongoAbility } from '@casl/ability';
import { newEnforcer, newModelFromString } from 'casbin';
import {
  createCaller,
  createRulePolicy,
  defineCapability,
} from '../../packages/capabilities/dist/index.js';
import { interleaved, spread } from './cpu.mjs';

// What one decision costs as rules grow, beside three policy engines and a table made by hand.
// node --expose-gc policy.mjs [rounds] [shapes…]

const rounds = Number(process.argv[2] ?? 7);
const SIZES = [10, 1_000, 10_000];

const args = { type: 'object', properties: {} };
const capability = (name) =>
  defineCapability({
    name,
    version: 1,
    summary: 'Stands for something.',
    args: {
      type: 'object',
      properties: { at: { type: 'string', maxLength: 200 } },
      required: ['at'],
    },
    result: args,
    sideEffect: 'read_only',
    network: 'local',
    target: ({ at }) => at,
    targetKind: 'path',
    bounds: { timeoutMs: 1_000, maxResultBytes: 1_000, maxPerTurn: 10 },
    perform: () => ({}),
  });

/**
 * `spread`: rules over 50 minds and 100 capabilities; `hot`: all on one of each. Every rule has a
 * target of its own: `/host/<n>/*` as a glob, `/host/<n>/x` where exact.
 */
const shapes = {
  'spread glob': { minds: 50, names: 100, target: (n) => `/host/${n}/*` },
  'hot glob': { minds: 1, names: 1, target: (n) => `/host/${n}/*` },
  'hot exact': { minds: 1, names: 1, target: (n) => `/host/${n}/x` },
  'hot infix': { minds: 1, names: 1, target: (n) => `/**/h${n}h/**` },
};

function worldOf(shape, size) {
  const { minds, names, target } = shapes[shape];
  const rules = Array.from({ length: size }, (_, n) => ({
    n,
    mind: `m${n % minds}`,
    name: `bench.c${Math.floor(n / minds) % names}`,
    target: target(n),
  }));
  const at = (n) => (shape === 'hot infix' ? `/a/h${n}h/b` : `/host/${n}/x`);
  // Half of the questions hit a rule, half miss; they go through all of the rules.
  const questions = Array.from({ length: 512 }, (_, index) => {
    const rule = rules[(index * 7_919) % size];
    return { ...rule, at: index % 2 === 0 ? at(rule.n) : at(`none${rule.n}`) };
  });
  return { rules, questions };
}

const capabilities = new Map();
const capabilityOf = (name) =>
  capabilities.get(name) ?? capabilities.set(name, capability(name)).get(name);

function ours({ rules, questions }) {
  const policy = createRulePolicy({
    rules: rules.map(({ n, mind, name, target }) => ({
      id: `r${n}`,
      scope: `mind:${mind}`,
      capability: name,
      target,
      effect: 'ask',
    })),
    timeZone: 'UTC',
    revision: 1,
  });
  const asked = questions.map(({ mind, name, at }) => ({
    capability: capabilityOf(name),
    caller: createCaller({ principal: `mind:${mind}`, origin: 'scheduler' }),
    target: at,
    now: () => 0,
  }));
  return (index) => policy.rule(asked[index % asked.length]).effect === 'ask';
}

/** A table that knows the shape of these very rules, and nothing else. */
function byHand({ rules, questions }) {
  const table = new Set(rules.map(({ mind, name, target }) => `${mind} ${name} ${target}`));
  return (index) => {
    const { mind, name, at } = questions[index % questions.length];
    const key = `${mind} ${name} `;
    return table.has(key + at) || table.has(`${key}${at.slice(0, at.lastIndexOf('/'))}/*`);
  };
}

function withCedar({ rules, questions }, name) {
  const text = rules
    .map(
      (rule) =>
        `permit(principal == Mind::"${rule.mind}", action == Action::"${rule.name}", resource) when { resource.path like "${rule.target.replaceAll('**', '*')}" };`,
    )
    .join('\n');
  const id = `bench-${name}`;
  cedar.preparsePolicySet(id, { staticPolicies: text });
  const asked = questions.map(({ mind, name: action, at }) => ({
    principal: { type: 'Mind', id: mind },
    action: { type: 'Action', id: action },
    resource: { type: 'Path', id: at },
    context: {},
    preparsedPolicySetId: id,
    entities: [{ uid: { type: 'Path', id: at }, attrs: { path: at }, parents: [] }],
  }));
  return (index) => {
    const answer = cedar.statefulIsAuthorized(asked[index % asked.length]);
    return answer.response.decision === 'allow';
  };
}

async function withCasbin({ rules, questions }) {
  const model = newModelFromString(`
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.sub == p.sub && r.act == p.act && keyMatch(r.obj, p.obj)
`);
  const enforcer = await newEnforcer(model);
  await enforcer.addPolicies(rules.map(({ mind, name, target }) => [mind, target, name]));
  return (index) => {
    const { mind, name, at } = questions[index % questions.length];
    return enforcer.enforceSync(mind, at, name);
  };
}

function withCasl({ rules, questions }) {
  const ability = createMongoAbility(
    rules.map(({ mind, name, target }) => ({
      action: name,
      subject: 'Path',
      conditions: {
        mind,
        at: { $regex: `^${target.replaceAll('**', '.*').replace(/(?<!\.)\*/g, '[^/]*')}$` },
      },
    })),
  );
  const asked = questions.map(({ mind, at }) => ({ __caslSubjectType__: 'Path', mind, at }));
  return (index) =>
    ability.can(questions[index % questions.length].name, asked[index % asked.length]);
}

const rows = [];
const wanted = process.argv.slice(3);
const chosen = Object.keys(shapes).filter((shape) => wanted.length === 0 || wanted.includes(shape));
for (const shape of chosen) {
  for (const size of SIZES) {
    const world = worldOf(shape, size);
    const subjects = [
      { name: 'ours', call: ours(world), share: 1 },
      { name: 'by hand', call: byHand(world), share: 1 },
      { name: 'CASL', call: withCasl(world), share: Math.max(0.0005, 0.1 / size) },
      // casbin's keyMatch has only a star at the end.
      ...(shape === 'hot infix'
        ? []
        : [
            { name: 'casbin', call: await withCasbin(world), share: Math.max(0.0001, 0.05 / size) },
          ]),
      {
        name: 'Cedar',
        call: withCedar(world, `${shape}-${size}`),
        share: Math.max(0.0001, 0.02 / size),
      },
    ];
    const samples = await interleaved(subjects, { rounds, calls: 400_000 });
    const row = { shape, size };
    for (const { name } of subjects) row[name] = spread(samples.get(name));
    rows.push(row);
    const show = ({ median, least, most }) =>
      `${median.toPrecision(3)} [${least.toPrecision(3)}–${most.toPrecision(3)}]`;
    console.log(
      `| ${shape} | ${size} | ${subjects.map(({ name }) => show(row[name])).join(' | ')} |`,
    );
  }
}
for (const shape of chosen) {
  const of = rows.filter((row) => row.shape === shape);
  const growth = of.at(-1).ours.median / of[0].ours.median;
  console.log(`${shape}: ours grows ${growth.toFixed(2)} times from 10 to 10,000 rules`);
}
