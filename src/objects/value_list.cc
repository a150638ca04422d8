#include "objects/value_list.h"

#include "objects/isolate_objects.h"

namespace halfword {

ValueList::ValueList(Isolate& isolate) : isolate_(isolate), previous_(ValueListHead(isolate)) {
  ValueListHead(isolate) = this;
}

ValueList::~ValueList() {
  DCHECK(ValueListHead(isolate_) == this);
  ValueListHead(isolate_) = previous_;
}

}  // namespace halfword
