// Remote objects: what a client gets for values. Primitives are values, objects are numbers in a table of the
// session, which keeps them alive until the client releases them, alone or with their group.
//
// Descriptions, previews and properties are read without running the guest's code: getters are not called,
// and proxies are shown as such. They are worded as V8 does.
#ifndef HALFWORD_INSPECTOR_REMOTE_OBJECTS_H_
#define HALFWORD_INSPECTOR_REMOTE_OBJECTS_H_

#include <map>
#include <string>
#include <vector>

#include "inspector/protocol/message.h"
#include "objects/library/keyed_collections.h"
#include "runtime/operations/object_operations.h"

namespace halfword::inspector {

class RemoteObjects {
 public:
  RemoteObjects();
  RemoteObjects(const RemoteObjects&) = delete;

  struct Form {
    std::string group;
    bool preview = false;
    bool by_value = false;  // objects too, as JSON
  };
  // A Runtime.RemoteObject. Throws where an object is wanted by value and has none.
  Completion<Json> Wrap(Isolate&, Value, const Form&);
  // The id of any value, of no group.
  std::string Keep(Isolate& isolate, Value value) { return Add(isolate, value, {}); }
  // NotFound: there is no such object. Ids are texts from clients.
  Value Find(Isolate&, const std::string& id) const;
  void Release(Isolate&, const std::string& id);
  void ReleaseGroup(Isolate&, const std::string& group);
  void ReleaseAll(Isolate&);
  // Objects of the group with numbers below `end` are released.
  void ReleaseBefore(Isolate&, const std::string& group, uint32_t end);
  uint32_t next_number() const { return next_; }

  // The result of Runtime.getProperties.
  struct Listing {
    bool own = false, accessors_only = false, without_indices = false;
    Form form;
  };
  Completion<Json> Properties(Isolate&, JSObject*, const Listing&);

  // A Runtime.CallArgument.
  Completion<Value> ArgumentOf(Isolate&, const Json&);

 private:
  MapObject* Table(Isolate&) const;  // null: nothing has been put in
  std::string Add(Isolate&, Value, const std::string& group);
  bool NumberOf(const std::string& id, uint32_t* number) const;
  Json Description(Isolate&, Value, bool is_short);
  Json Preview(Isolate&, JSObject*, int depth);
  Json PropertyPreview(Isolate&, const std::string& name, const PropertyDescriptor&);
  Json Entries(Isolate&, JSObject*);
  Completion<Json> Internal(Isolate&, JSObject*, const Form&);
  Completion<Json> Property(Isolate&, Value key, const PropertyDescriptor&, bool is_own, const Form&);

  const uint32_t session_;  // of the process
  uint32_t next_ = 1;
  std::map<std::string, std::vector<uint32_t>> groups_;
};

}  // namespace halfword::inspector

#endif  // HALFWORD_INSPECTOR_REMOTE_OBJECTS_H_
