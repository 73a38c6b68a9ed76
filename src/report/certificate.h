// report/certificate.h: proofs by algebra as JSON.

#ifndef REPORT_CERTIFICATE_H
#define REPORT_CERTIFICATE_H

#include "proof/certificate.h"
#include "report/json.h"

// One system and the proofs in it, as an object. title: of each question.
void certificate_json(const Certificate *certificate, const char *const *titles, Json *json);

#endif
