import type { OperatorDependencies } from '../dependencies.ts';
import type { OperatorRequest } from '../operator-request.ts';
import { scansPage } from './view.tsx';

export function listScans({ scans }: OperatorDependencies, request: OperatorRequest): Response {
  return scansPage(request, scans());
}
