import { emailNode } from './email';
import { contacts, templates, verification } from './others';
import { sms } from './sms';
import type { NodeSteps } from './step';
import { viber } from './viber';

/** A step for every operation, in an order in which later ones find what earlier ones made. */
export const nodes: NodeSteps[] = [sms, viber, verification, emailNode, contacts, templates];
